# Tiles, colours, jokers, lists.

list = { $rest } and { $last }
list-of-nothing = none
tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
colour = { $colour ->
    [red] red
    [pink] pink
    [blue] blue
    [black] black
    [orange] orange
    [yellow] yellow
    [white] white
   *[green] green
}
joker = { $kind ->
    [double] double joker
    [colour-change] colour-change joker
    [mirror] mirror joker
   *[classic] joker
}
lies-as-group = group of { $value }
lies-as-run = { $step ->
    [2] step run { $first } to { $last }
   *[1] run { $first } to { $last }
}

# A tile that cannot be read.
not-a-tile = column { $column }: `{ $token }` { $known ->
    [yes] is not in this rule system
   *[no] is not a tile
}; expected one of { $colours } followed by 1 to { $values }{ $jokers }
or-a-joker = , or { $joker }
too-many-of-a-tile = column { $column }: `{ $token }` is one too many; expected at most { $copies } of a tile
empty-set = column { $column }: `{ $token }` { $side ->
    [ends] ends
   *[begins] begins
} an empty set; expected at least one tile in each set

# Steps of a turn.
step-take = take { $tiles } from { $from }
step-split = split { $set } into { $parts }
step-join = join { $parts } with { $last } -> { $set }
step-lay-new = lay { $tiles } from the rack as a new set
step-lay-on = lay { $tiles } from the rack on { $on } -> { $set }

# A solver without an answer.
solver-unsupported = the { $solver } solver does not support `{ $option }`
solver-too-many-copies = there are more { $tile } on table and rack than the game holds
solver-wrong = the { $solver } solver gave a wrong answer: { $fault }
solver-gave-up = the { $solver } solver gave up: { $stop ->
    [nodes] the answer would take too many ways to try
   *[time] it ran out of time
}
