# Advice at a real table.

# Why a line cannot be understood.
line-nothing = nothing was typed
line-help = { $why }; `help` lists what can be typed
line-owner = `@{ $text }`: the seat of an owner is expected, such as `7RBK @1`
line-no-rack = first your rack: `rack R3-5 K7 J`, and so on
line-no-line = there is no line { $line }; there are { $lines }
line-no-undo = `undo { $text }`: expected how many lines to take back, of { $lines }
line-impossible = line { $line }: { $why }

# Why a line is impossible.
table-open-racks = open_hands: games with open racks are not advised, as no line tells what others draw
table-seats = a game has 2 to { $most } players, and seats from 0: not { $players } players with you in seat { $seat }
table-names = { $names } names for { $players } players: each needs one, in the order of the seats
table-rack-size = the rack has { $tiles } tiles, and { $dealt } are dealt
table-copies = { $tile } cannot be here: all { $copies } of it are on the table, on your rack, or told twice
table-too-many = { $who } has { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
} and cannot lay { $laid }
table-no-fit = { $tiles } do not fit: no rearrangement lays them and nothing else
table-no-opening = { $tiles } are no opening: own sets { $points ->
    [0] are needed
   *[other] of { $points } points are needed
}
table-other-turn = { $you ->
    [yes] it is your turn
   *[no] it is the turn of { $who }
}
table-which-tiles = which did you draw? { $tiles } expected, such as `d K5`
table-hidden-tiles = nobody sees what others draw; `d` is enough
table-other-table = { $empty ->
    [yes] nothing lies on the table
   *[no] the table holds { $tiles }, which are other tiles
}
table-nothing-back = nothing can go back: only the tile just drawn, if the rack has another like it
table-no-owners = under these rules sets have no owners
table-too-many-groups = { $who } would own { $groups } groups, and { $most } are allowed
table-no-group-of = { $set } cannot belong to { $who }
table-drawn-already = this turn has begun with a draw
table-too-few-tiles = there are not as many tiles
table-over = the game is over

# A player without a name.
advise-player = player { $number }

# The answer to a line.
advise-taken-back = taken back: { $line }
advise-nearest = Did you mean `{ $text }`? Then type: { $command }
advise-nearest-again = Did you mean `{ $text }`, in line { $line }? Then type this, and the new line again: { $command }
advise-rack-first = Your rack first, such as: rack R3-5 K7 J (help: what can be typed)
advise-table = Table: { $table }.
advise-table-empty = Table: nothing.
advise-rack = Your rack: { $rack }. Pool: { $pool ->
    [one] 1 tile
   *[other] { $pool } tiles
}.
advise-your-groups = Your groups: { $sets }.
advise-groups = Groups of { $who }: { $sets }.
advise-you-are-out = you are out
advise-seat-is-out = { $who } is out
advise-pool-is-empty = the pool is empty and nobody lays any more
advise-which-draw = Your turn begins with a draw: say which, such as d K5.
advise-may-put-back = Your turn. The tile just drawn may go back: type back and the tile drawn instead.
advise-your-turn = Your turn.
advise-seat-to-move = { $who } is to move, with { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}.
advise-best = Best: { $play }
advise-bot-same = The bot would do the same. { $why }
advise-bot-waits = The bot would wait. { $play }
advise-bot-lays = The bot would lay { $play }
advise-how = { $tiles }. How: { $steps }.
advise-next = The next player then goes out in { $exact ->
    [yes] {""}
   *[no] {"about "}
}{ $percent } %.
advise-draw = { $tile } ({ $percent } %: { $out ->
    [yes] you go out
   *[no] { $count ->
        [one] 1 tile
       *[other] { $count } tiles
    }
})
advise-draws = A draw helps in { $percent } %: { $draws }{ $more ->
    [0] {""}
    [one] , and 1 kind more
   *[other] , and { $more } kinds more
}.
advise-most-tiles = the most tiles that can be laid
advise-keeps-all = keeps all { $rack } tiles while it may, though { $most } could lie
advise-draws-and-keeps = draws and keeps all tiles together: { $most } of { $rack } could lie now
advise-keeps-some = lays { $laid ->
    [one] 1 tile
   *[other] { $laid } tiles
} and keeps { $kept ->
    [one] 1 tile
   *[other] { $kept } tiles
}, though { $most } could lie
advise-lays = lays { $laid ->
    [one] 1 tile
   *[other] { $laid } tiles
}
advise-risk = { $why }; the next player goes out in { $percent } % instead of { $otherwise } %
advise-help = {"  "}{ $rack }  your rack; first of all
    {"  "}{ $a }7-9                laid, by the player to move; also: they laid { $a }7-9, I laid { $a }7-9
    {"  "}d                   drew; if you drew, say what: d { $c }5
    {"  "}p                   passed
    {"  "}back { $c }5             drew { $c }5 for the tile put back, where turns begin with a draw
    {"  "}penalty             refused: penalty tiles; if you drew them, say which
    {"  "}best, choice        you did what is best, or what the bot chose
    {"  "}table { $a }3-5; 7{ $a }{ $b }{ $c }    how the sets lie, if they lie otherwise; 7{ $a }{ $b }{ $c } @1 is of seat 1
    {"  "}undo, undo 3        take back the last line, the last three
    {"  "}fix 4 { $a }7-9          another line 4
    {"  "}lines, show, help, quit
    Tiles: { $a }3-5 is { $a }3 { $a }4 { $a }5, 7{ $a }{ $b }{ $c } is { $a }7 { $b }7 { $c }7. Letters: { $letters }.
