# The rules in sentences. A message has the name of its field after `rule-`; it may use the value of
# every field by its name.

heading-game = Game
heading-deal = Deal
heading-opening = Opening
heading-turn = Turn
heading-sets = Sets
heading-special-jokers = Special jokers, if there are any
heading-table = Table
heading-penalties = Time and penalties
heading-end = End
heading-scores = Scores

rule-name = These rules are called { $name }.
rule-about = In a word: “{ $about }”.
rule-colours = The tiles come in { $colour_count ->
    [one] 1 colour
   *[other] { $colour_count } colours
}: { $colours }.
rule-values = The numbers go from 1 to { $values }.
rule-copies = { $copies ->
    [one] There is 1 tile
   *[other] There are { $copies } tiles
} of each number and colour.
rule-jokers = { $joker_count ->
    [0] There is no joker.
    [one] There is { $jokers }.
   *[other] There are { $jokers }.
}
jokers-of-a-kind = { $kind ->
    [double] { $count ->
        [one] 1 double joker
       *[other] { $count } double jokers
    }
    [colour-change] { $count ->
        [one] 1 colour-change joker
       *[other] { $count } colour-change jokers
    }
    [mirror] { $count ->
        [one] 1 mirror joker
       *[other] { $count } mirror jokers
    }
   *[classic] { $count ->
        [one] 1 joker
       *[other] { $count } jokers
    }
}

rule-hand = Everybody begins with { $hand ->
    [one] 1 tile
   *[other] { $hand } tiles
}.
rule-jokers_dealt_each = { $jokers_dealt_each ->
    [0] Jokers are dealt like other tiles.
    [one] Everybody is sure to be dealt 1 joker.
   *[other] Everybody is sure to be dealt { $jokers_dealt_each } jokers.
}
rule-redeal_pairs = { $redeal_pairs ->
    [0] No first rack is poor.
    [one] A first rack is poor if it holds 1 pair or more, a pair being two tiles of the same number and colour.
   *[other] A first rack is poor if it holds { $redeal_pairs } pairs or more, a pair being two tiles of the same number and colour.
}
rule-redeal = { $redeal ->
    [never] A poor first rack is played as it is.
    [ask] A person with a poor first rack may ask that all tiles are dealt again.
   *[always] All tiles are dealt again as long as anybody has a poor first rack.
}
rule-open_hands = { $open_hands ->
    [true] Everybody sees the tiles of all.
   *[false] Nobody sees the tiles of another.
}

rule-opening_min = A player's first play is of sets from the own rack, worth { $opening_min ->
    [one] 1 point
   *[other] { $opening_min } points
} or more.
rule-opening_table_access = { $opening_table_access ->
    [none] On the turn of a first play, the sets on the table are left as they are.
   *[after_threshold] Once a first play has its points, the sets on the table may be used on that turn.
}
rule-opening_jokers = { $opening_jokers ->
    [true] A first play may hold jokers, which count as the tiles they stand for.
   *[false] A first play may hold no joker.
}

rule-draw_first = { $draw_first ->
    [true] Each turn begins with drawing a tile; then the player lays tiles or passes.
   *[false] On each turn a player lays tiles, or else draws one.
}
rule-dup_redraw = { $dup_redraw ->
    [never] A tile once drawn is kept.
   *[optional] A player who already has the tile drawn may put it back and draw another.
}
rule-must_play = While there are tiles to draw, { $must_play ->
    [false] nobody has to lay a tile.
    [true] whoever can lay a tile has to.
   *[opened] whoever can lay a tile has to, but nobody has to make a first play.
}
rule-draw_until_able = { $draw_until_able ->
    [true] A player who draws goes on drawing until a tile can be laid, and then lays on the same turn.
   *[false] A player draws no more than one tile on a turn, penalties apart.
}
rule-rearrange_then_draw = { $rearrange_then_draw ->
    [true] Sets may also be rearranged without laying a tile, before a draw.
   *[false] Sets may be rearranged only to lay a tile from the rack.
}

rule-group_max = A group is { $group_max ->
    [none] 3 tiles or more
    [3] 3 tiles
   *[other] 3 to { $group_max } tiles
} of one number, each of another colour.
rule-max_run_len = A run is { $max_run_len ->
    [none] 3 tiles or more
    [3] 3 tiles
   *[other] 3 to { $max_run_len } tiles
} of one colour, with numbers in a row.
rule-wrap = { $wrap ->
    [false] 1 is the lowest number and never follows the highest.
    [end] A run may end with 1 behind the highest number, but goes no further.
   *[true] After the highest number a run may go on with 1, 2 and so on.
}
rule-step2 = { $step2 ->
    [true] Every second number in a row, such as 2 4 6, is a set too.
   *[false] Every second number in a row, such as 2 4 6, is no set.
}
rule-max_jokers_per_set = { $max_jokers_per_set ->
    [none] A set may hold any number of jokers beside a number tile.
    [one] A set may hold 1 joker at most.
   *[other] A set may hold { $max_jokers_per_set } jokers at most.
}

rule-mirror_value = { $mirror_value ->
    [middle] A mirror joker counts as the number in the middle of its set.
   *[zero] A mirror joker counts nothing.
}
rule-mirror_valley = { $mirror_valley ->
    [true] The numbers beside a mirror joker may rise or fall towards it.
   *[false] The numbers beside a mirror joker rise towards it.
}
rule-mirror_min_half = On each side of a mirror joker there is at least { $mirror_min_half ->
    [one] 1 number
   *[other] { $mirror_min_half } numbers
}.
rule-max_cc_per_run = { $max_cc_per_run ->
    [none] A run may hold any number of colour-change jokers.
    [one] A run may hold 1 colour-change joker at most.
   *[other] A run may hold { $max_cc_per_run } colour-change jokers at most.
}
rule-cc_adjacent = { $cc_adjacent ->
    [true] Two colour-change jokers may lie side by side.
   *[false] Two colour-change jokers never lie side by side.
}
rule-cc_at_low_end = { $cc_at_low_end ->
    [true] A colour-change joker may begin a run.
   *[false] A colour-change joker never begins a run.
}

rule-rearrange = { $rearrange ->
    [free] The sets of the table may be taken apart and laid anew.
   *[extend] A set of the table may be extended, at its ends if it is a run, but never taken apart.
}
rule-joker_take = { $joker_take ->
    [free] { $rearrange ->
        [extend] A joker stays in its set, in its place.
       *[free] A joker may leave its set like any other tile, and lies in a set again at the end of the turn.
    }
   *[replaced] A joker may leave its set only if a tile that it stands for takes its place. Until then tiles are only added to its set, at the ends.
}
rule-joker_paid_by = { $joker_paid_by ->
    [rack] The tile that takes its place comes from the rack.
   *[any] { $joker_take ->
        [free] { $rearrange ->
            [extend] No tile takes its place.
           *[free] No tile need take the place of a joker.
        }
       *[replaced] The tile that takes its place comes from the rack or from the table.
    }
}
rule-joker_group3 = { $joker_group3 ->
    [one] In a group of three a joker stands for any colour that is missing.
   *[both] For a joker of a group of three, a tile of each missing colour must be laid.
}
rule-joker_reuse = { $joker_reuse ->
    [anywhere] { $joker_take ->
        [free] { $rearrange ->
            [extend] So no joker comes free.
           *[free] A joker that has left its set may lie in any set.
        }
       *[replaced] A joker that has left its set may lie in any set.
    }
    [new-set] A joker that has left its set lies in a new set: one that holds no old set whole.
   *[new-set-rack] A joker that has left its set lies in a set of tiles from the rack, at least two of which took no joker's place.
}
rule-group_cap_per_player = { $group_cap_per_player ->
    [none] A player may own any number of groups.
    [one] A player may own 1 group at most.
   *[other] A player may own { $group_cap_per_player } groups at most.
}
rule-group_access = { $group_access ->
    [anyone] Everybody may use the groups of all.
    [attach_only] The others may add to a group, and only its owner may take.
   *[owner_only] Nobody but its owner may change a group.
}

rule-turn_seconds = { $turn_seconds ->
    [none] A turn has no time limit.
    [one] A turn has a limit of 1 second.
   *[other] A turn has a limit of { $turn_seconds } seconds.
}
rule-timeout_claim = { $timeout_claim ->
    [true] Time is up only when another player says so.
   *[false] Time is up as soon as the limit is reached.
}
rule-timeout_keeps_legal_part = { $timeout_keeps_legal_part ->
    [true] When time runs out, sets that are legal stay and loose tiles go back.
   *[false] When time runs out, all that was laid on the turn goes back.
}
rule-timeout_penalty = If time runs out and nothing can stay, the penalty is { $timeout_penalty ->
    [one] 1 tile
   *[other] { $timeout_penalty } tiles
}.
rule-invalid_penalty = A play that is not legal goes back, and the penalty is { $invalid_penalty ->
    [one] 1 tile
   *[other] { $invalid_penalty } tiles
}.

rule-empty_pool_procedure = Who has laid every tile goes out and wins. { $empty_pool_procedure ->
    [until_all_pass] When nothing is left to draw, play goes on until nobody lays a tile any more.
    [one_round_from_drawer] When the last tile is drawn, everybody has one more turn, first the one who drew it.
    [one_round_from_next] When the last tile is drawn, everybody has one more turn, first the next player.
   *[stop] When the last tile is drawn, the game ends.
}
rule-must_play_when_empty = With nothing left to draw, { $must_play_when_empty ->
    [false] nobody has to lay a tile.
    [true] whoever can lay a tile has to.
   *[opened] whoever can lay a tile has to, but nobody has to make a first play.
}
rule-stalemate = { $stalemate ->
    [lowest_rack] If nobody went out, the fewest points on the rack win.
   *[fewest_tiles] If nobody went out, the fewest tiles on the rack win.
}

rule-empty_pool_score = { $empty_pool_score ->
    [relative] Who goes out gains the points on the other racks, and each of the others loses the own. If nobody went out, each loses only what exceeds the rack of the winner.
    [full] The winner gains the points on the other racks, and each of the others loses the own, whether somebody went out or not.
    [own_negative] Who goes out gains the points on the other racks, and each of the others loses the own. If nobody went out, everybody loses the own, the winner too.
   *[none] No scores are written; only the win counts.
}
rule-rack_penalty = { $rack_penalty_differs ->
    [yes] Left on the rack, these points count: { $rack_penalty }.
   *[no] { $rack_penalty ->
        [one] A joker left on the rack counts 1 point.
       *[other] A joker left on the rack counts { $rack_penalty } points.
    }
}
points-of-a-joker = { $kind ->
    [double] a double joker { $points }
    [colour-change] a colour-change joker { $points }
    [mirror] a mirror joker { $points }
   *[classic] a joker { $points }
}
rule-unopened_penalty = { $unopened_penalty ->
    [off] A player who never made a first play loses the rack, as all others do.
   *[flat] When another goes out, a player who never made a first play loses { $could_not_open ->
        [one] 1 point
       *[other] { $could_not_open } points
    } instead of the rack, or { $could_open } if one was possible.
}
rule-unopened_rank_value = { $unopened_rank_value ->
    [flat] If nobody went out and everybody loses the own rack, the sum for no first play stands for the rack too.
   *[rack] If nobody went out, the rack counts, first play or not.
}
rule-match_order = { $match_order ->
    [total] Over several games the highest total wins.
    [placement] Over several games the points for places in each game count.
   *[wins] Over several games the most games won count.
}
rule-tie_first_points = If places count, those who share the first get { $tie_first_points ->
    [one] 1 point
   *[other] { $tie_first_points } points
} each.

# What a field means.
field-name = Name by which commands know the system.
field-about = One line for listings.
field-colours = Tile colours: letters, or how many (1 to 6).
field-values = Values run from 1 to this (3 to 15).
field-copies = Copies of every number tile (1 to 3).
field-jokers = Jokers in the game (0 to 8 of each kind): classic J, double D, colour-change C, mirror M.
field-hand = Tiles on each rack after the deal.
field-draw_first = Whether every turn begins with a draw. If not, a draw takes the place of a play.
field-dup_redraw = Whether a tile drawn first that is on the rack already may go back for another: never or optional.
field-must_play = Whether a player who can lay a tile must, with tiles in the pool; "opened" binds those alone who have opened.
field-draw_until_able = Whether a player who draws goes on until a tile can be laid.
field-redeal_pairs = Pairs on one rack that allow a redeal.
field-redeal = Whether such a redeal takes place: never, ask (a person decides) or always.
field-jokers_dealt_each = Jokers that every rack starts with, part of its `hand` tiles.
field-opening_min = Points that the first play must reach with own sets.
field-opening_table_access = What the opening turn may do with the table: none or after_threshold.
field-opening_jokers = Whether jokers may be laid in the opening.
field-max_jokers_per_set = Most jokers in one set, all kinds together, or none.
field-max_run_len = Longest run in numbers covered, or none.
field-wrap = Whether a run may go on from the largest value to 1; "end" lets it end with that 1.
field-step2 = Whether runs in steps of two are sets.
field-group_max = Largest group, or none for as many as there are colours.
field-group_cap_per_player = Most groups that a player may own after a turn, or none where groups have no owners.
field-group_access = What a player may do with the groups of another: anyone, attach_only or owner_only.
field-mirror_value = What a mirror joker counts: middle or zero.
field-mirror_valley = Whether a mirror run may fall towards its axis.
field-mirror_min_half = Fewest numbers on each side of a mirror set (1 or 2).
field-max_cc_per_run = Most colour-change jokers in one run, or none.
field-cc_adjacent = Whether two colour-change jokers may lie side by side.
field-cc_at_low_end = Whether a colour-change joker may lie at the low end of a run.
field-rearrange = What a turn may do with the sets of the table: free (take them apart and lay them anew) or extend (each stays whole).
field-joker_take = How a joker leaves its set: free or replaced (only if a tile that it stands for takes its place).
field-joker_paid_by = Where that tile comes from: any (rack or table) or rack.
field-joker_group3 = What a joker of a group of three costs: one of the missing colours or both (each of them).
field-joker_reuse = Where a freed joker goes: anywhere, new-set or new-set-rack (with two more tiles of the rack).
field-rearrange_then_draw = Whether the table may be rearranged without laying a tile, before a draw.
field-turn_seconds = Seconds for each turn, or none. Games between programs have no clock; this is for people.
field-timeout_claim = Whether the clock acts only when another player claims it.
field-timeout_penalty = Penalty tiles for running out of time with an invalid table.
field-timeout_keeps_legal_part = Whether the legal part of a turn stands when time runs out.
field-invalid_penalty = Penalty tiles for an invalid play.
field-empty_pool_procedure = What happens once the pool is empty.
field-must_play_when_empty = Whether a player who can lay a tile must, once the pool is empty; "opened" binds those alone who have opened.
field-empty_pool_score = How a game is scored that ended with an empty pool.
field-stalemate = Who wins a game that ended with an empty pool: lowest_rack or fewest_tiles.
field-rack_penalty = Points of a joker left on the rack, by kind.
field-unopened_penalty = Points of a player who has not opened when another goes out.
field-unopened_rank_value = What such a player's rack counts with an empty pool.
field-open_hands = Whether racks lie open. Bots see what the rules show.
field-match_order = First criterion over several games.
field-tie_first_points = Placement points of each player who shares first place.

# The systems that ship.
about-original = Original rules, 2005: joker 50 on the rack, play on with an empty pool until nobody can
about-tournament = Club tournament rules, 2014: joker 30 on the rack, one last round with an empty pool
about-twist = With a Twist: eight jokers of four kinds, joker 30 on the rack, one more turn each with an empty pool
about-house = House variant: six colours, draw then play, wrap-around runs, group stacks, no scores
about-tournament-2007 = Club tournament rules before 2008: joker 50 on the rack
about-reference = The rules behind the reference figures: joker 30, free pass with an empty pool, no 100/200
about-six = Edition for six players: 160 tiles, three of each number and four jokers
about-leaflet = The present leaflet: joker 30 on the rack, no 100/200, one more turn each with an empty pool
about-sabra = The book of 1978: a joker leaves its set only for its own tile, from the rack
about-pressman = Pressman 1980: a joker of a group of three costs a tile of both missing colours
about-german-1990 = German sheets before 2005: one joker in a set, replaced by a tile of the rack
about-beginners = A first game: sets on the table are extended, never rearranged

# The command `rules`.
rules-system = System
rules-about = About
rules-field = Field
rules-value = Value
rules-meaning = Meaning
rules-how-to-show = `rummilab rules NAME` shows one of them.
rules-letters = Tile letters:
rules-tiles = { $tiles } tiles: { $letters }
rules-differs = differs from { $base }
rules-changed-from = { $base } with the changes marked *
rules-changed-by-options = { $about }, changed by --option

# What is wrong with a field. The texts of what is expected are those of the checks.
rule-fault-placed = { $place }{ $typed ->
    [yes] option `{ $option }`:{" "}
   *[no] {""}
}{ $why }
rule-fault-unknown = `{ $field }` is no field of a rule system; { $known ->
    [yes] did you mean `{ $near }`?
   *[no] `rummilab rules original` lists the fields
}
rule-fault-missing = `{ $field }` is missing; write it, or name a `base` to take it from
rule-fault-no-value = `{ $field }` has no value; expected key=value
rule-fault-shape = `{ $field }` has a value of the wrong kind; expected { $expected }
rule-fault-range = `{ $field }` is { $found }; expected { $expected }
rule-fault-system = `{ $field }` names no rule system; expected one of { $known }
expected-colours = { $a } to { $b } different colours
expected-racks = 1 to { $a }, so that two racks can be dealt from { $b } tiles
expected-each-kind = 0 to { $a } of each kind
expected-dealt-jokers = 0 to { $a }, so that two players can have as many
expected-reachable = 0 to { $a }, as much as all tiles are worth
expected-whole-number = a whole number from 0 to { $a }
expected-number-or-none = a whole number, or "none"
expected-number-or-text = a whole number or a text in quotes
expected-limit = 0 to { $a }, or "none"
expected-range = { $a } to { $b }
expected-word = a word
expected-one-or-two = 1 or 2
expected-no-redraw = "never" where draw_first is off
expected-no-drawing = false unless must_play is true and draw_first is off
expected-pairs = at least 1 unless redeal is "never"
expected-length-of-colours = 3 or more, or "none" for as many as there are colours
expected-length = 3 or more, or "none"
expected-free = "free", because special jokers are in the game
expected-where-free = { $a } where joker_take is "free"
expected-most-colours = at most { $a } colours
expected-letters = letters of { $a }
expected-numbers-of-jokers = a number such as 2, or a table such as { $a }
expected-penalty = [could not open, could open] such as [100, 200], or "off"
expected-must-play = true, false or "opened"
expected-one-of = one of { $a }
expected-two = { $a } or { $b }
expected-smaller = a smaller number
expected-switch = true or false
expected-text = a text
expected-wrap = true, false or "end"
