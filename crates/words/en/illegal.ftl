# Why tiles are no set. Sets are told by their tiles.

set-order = `{ $set }` is legal only in another order, such as `{ $other }`
set-too-few-tiles = `{ $set }` has too few tiles: { $tiles }; a set has at least 3
set-no-number-tile = `{ $set }` has no number tile; a set has at least one
set-too-many-jokers = `{ $set }` has too many jokers; a set has at most { $most }
set-neither = `{ $set }` is neither a group (one value, different colours) nor a run (one colour, values in a row)
set-colour-twice = `{ $set }` has two tiles of colour { $colour }; the colours of a group differ
set-group-too-large = `{ $set }` has too many tiles: { $tiles }; a group has at most { $most }
set-run-too-long = `{ $set }` has too many tiles: { $tiles }; a run has at most { $most }
set-value-twice = `{ $set }` has the value { $value } twice; the values of a run are in a row
set-gap = `{ $set }` has a gap; the values of a run are in a row
set-not-mirrored = `{ $set }` is no mirror set: both sides of M show the same group or run from the outside in, and there is room for M
set-mirror-jokers = `{ $set }` has { $jokers } mirror jokers; a set has at most one
set-colour-change-in-group = `{ $set }` is no run; a colour-change joker belongs in runs alone
set-doubled-group-too-large = `{ $set }` stands for a group of { $slots }, D being two tiles; a group has at most { $most }
set-no-run-with-colour-change = `{ $set }` is no run: C takes a value of its own, and the colour changes there and nowhere else
set-no-set-with-double = `{ $set }` is neither a group nor a run: D stands for two values in a row, or for two colours of a group

# Why a turn is not legal. These texts are those of the referee.

illegal-not-played = { $tile } is on the new table, but neither on the old one nor among those played
illegal-nothing-laid = no tile was laid from the rack
illegal-tile-missing = { $tile } was on the table and is missing
illegal-tile-not-owned = { $tile } is neither on the old table nor on the rack
illegal-tile-not-laid = { $tile } was to be laid but is not on the new table
illegal-too-many-copies = there are more { $tile } than the game holds
illegal-not-a-set = `{ $set }` is not a legal set
illegal-opening-touches-table = the opening turn must leave `{ $set }` as it was
illegal-opening-joker = `{ $set }` holds a joker, which these rules forbid in the opening
illegal-opening-not-judged = the value of the opening could not be found: { $why }
illegal-opening-too-small = the opening is worth { $value } points, { $needed } are needed
illegal-reading-open = `{ $set }` could be a group or a run; write `{ $set }:group` or `{ $set }:run`
illegal-set-rearranged = `{ $set }` may only be extended: its tiles stay together, and a group keeps its owner (`rearrange`)
illegal-joker-not-replaced = a joker left `{ $set }` or moved in it, and no tile that it stands for took its place (`joker_take`)
illegal-joker-paid-by-table = a joker of `{ $set }` was replaced by a tile of the table, not of the rack (`joker_paid_by`)
illegal-joker-of-group-of-three = to free a joker of `{ $set }`, a tile of each missing colour is needed (`joker_group3`)
illegal-joker-reused = { $rule ->
    [new-set] a freed joker must lie in a set that holds no old set whole (`joker_reuse`)
    [new-set-rack] a freed joker must lie in a set of tiles from the rack, of which at least two replaced no joker (`joker_reuse`)
   *[anywhere] a freed joker must lie on the table
}
illegal-joker-keeps-owner = `{ $set }` keeps its joker, and so its owner
illegal-opening-takes-joker = the opening turn must leave `{ $set }` whole; it may only be extended
illegal-too-many-groups = the player would own { $groups } groups, at most { $most } are allowed
illegal-group-taken-from = `{ $set }` is a group of another player, from which these rules let nobody take a tile
illegal-group-changed = `{ $set }` is a group of another player, which these rules let nobody else change
illegal-wrong-owner = `{ $set }` cannot be a group of seat { $owner }: it continues none of that seat's groups
illegal-run-with-owner = `{ $set }` is a run, which belongs to nobody
illegal-group-without-owner = `{ $set }` is a group and must have an owner
illegal-draw-is-first = every turn begins with a draw in these rules; play or pass
illegal-nothing-to-put-back = no tile was drawn on this turn that may go back to the pool
illegal-no-such-place = the pool has no place { $place } for the tile, it has { $places } places
illegal-pool-empty = the pool is empty, there is nothing to draw
illegal-pass-with-pool = a pass is legal only when the pool is empty; { $tiles } tiles are left to draw
illegal-pass-while-able = a tile can be laid, so these rules do not allow a pass
illegal-draw-while-able = a tile can be laid, so these rules do not allow a draw
illegal-game-over = the game is over
