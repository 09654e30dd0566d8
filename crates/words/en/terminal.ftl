# A game in the terminal.

# Line by line.
plain-begin = Rummikub, rules { $rules }, seed { $seed }. You are player { $number }, against { $others }.{ $turns ->
    [0] {""}
    [one] {" "}The game goes on after 1 turn. { $news }
   *[other] {" "}The game goes on after { $turns } turns. { $news }
} Type `help` for what you can do.
plain-keys = Type the tiles of a set to lay it, `end` to end your turn, `draw` to lay nothing,
    `hint`, `quit`, or `help` for all commands.
plain-again = Type `again` for another game, `review` for the turns that cost most, anything else
    to leave.
plain-your-turn = Your turn { $turn }.
plain-pool = Pool: { $pool ->
    [one] 1 tile
   *[other] { $pool } tiles
}. { $others }{ $last ->
    [yes] {" "}This is the last round.
   *[no] {""}
}
plain-table-empty = The table is empty.
plain-yours = yours
plain-of-player = of { $who }
plain-not-legal = not legal yet
plain-added = { $change }, { $tiles } added
plain-set = Set { $set }: { $tiles }{ $remarks ->
    [none] {""}
   *[some] {" "}({ $remark })
}
plain-rack = Rack, { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}{ $new ->
    [yes] , { $drawn } just drawn
   *[no] {""}
}: { $rack }
plain-laid = Laid on this turn: { $tiles }.
plain-opening = You have not opened: own sets worth { $points } of { $needed } points.
plain-help = Letters: { $letters }.
    Tiles are a letter and a value, as they are shown; sets are numbered. Type
    {"  "}R3 R4 R5            lay a new set from your rack (several: R3 R4 R5 ; B7 K7 O7)
    {"  "}R6                  lay a tile where it fits
    {"  "}R6 > 2              lay a tile on set 2          R6 B6 > new   begin a new set
    {"  "}R7 from 3 > 5       move a tile from set 3 to set 5 (or > new)
    {"  "}R6 > rack           take back a tile laid on this turn
    {"  "}split 3 R6          split set 3 before R6        join 2 5      make one set of two
    {"  "}2 5 = R3-5 ; R6-8   put these sets in the place of sets 2 and 5
    {"  "}R3-6, 7RBK          short for R3 R4 R5 R6, and for R7 B7 K7
    {"  "}undo, reset         take back the last change, or all of this turn
    {"  "}redo                make the change again that was taken back last
    {"  "}end                 end your turn                draw          lay nothing: draw or pass
    {"  "}hint, best          a hint, a better one; the best turn, put on the table
    {"  "}sort, table, log    sort the rack the other way, show the table, show all turns
    {"  "}back                put back the tile just drawn, where the rules let you
    {"  "}quit                stop; the game is saved
    Short: u e d h b s t q. Between moves sets may be incomplete; when you end your
    turn all must be legal.

# Files and questions.
game-kept = The game is recorded in { $path }.
game-step = To step through it:{"  "}
game-page = As a page:{"  "}
game-saved = The game is saved. To go on:{"  "}
review-cut = The review is not done; the game is kept. To review it:
review-every-turn = Every turn with its grade, as a page:
review-every-turn-here = here, which plays the turns out again:
review-plays-out = Playing the game's turns out on all cores. On two that takes up to a minute.
game-another = Type `again` for another game, anything else to leave.
game-redeal = Your first rack has these pairs: { $pairs }. You may show them and have all tiles dealt anew: type `{ $word }`. Anything else keeps this rack.

# On the whole screen.
screen-too-small = The game needs { $width } columns and { $height } lines; make the window larger, or use --plain.
screen-keys-short = space pick  enter put  n new  1-9 set  e end  d draw  u undo  h hint  ? help
screen-keys-long = space pick  enter put  n new  1-9 set  x split  u undo  e end  d draw  s sort  h hint  b best  ? help  q quit
screen-keys-over = a another game  r review  l all turns  q leave
screen-keys-least = ? shows the keys  q quits
screen-first-keys = Keys: arrows move the cursor >, space picks a tile, n lays what is picked as a new set, e ends your turn, d draws, h gives a hint, ? shows all keys.
screen-help = arrows, tab   move the cursor > (tab: rack or table)
    1 to 9        go to the set of this number (1 2: set 12)
    space   esc   pick a tile (*), or let it go; let all go
    enter         put what is picked where the cursor is; with nothing
    {"              "}picked: lay the rack tile where it fits
    n             put it into a new set
    backspace     take a tile laid on this turn back to the rack
    x             split the set before the cursor
    u   r         undo the last change, or all of this turn
    e   d         end your turn; lay nothing: draw, or pass
    h   b         a hint, a second one; the best turn, put on the table
    s   l         sort the rack by colour or value; show all turns
    k             put the tile just drawn back, where the rules let you
    t             type tiles and commands: R3 R4 R5, R6 > 2,
    {"              "}R7 from 3 > 5, split 3 R6, join 2 5
    q             stop; the game is saved
    Before a tile: + just drawn or laid on this turn, · laid by others.
    Behind the number of a set: ! not legal yet; + new or ~ changed
    since your last turn. @2 is a group of player 2.
screen-head = Rummikub, { $rules } · seed { $seed } · { $stage ->
    [over] the game is over
    [person] your turn { $turn }
   *[bot] { $who } is thinking
} · pool { $pool }{ $last ->
    [yes] {" "}· last round
   *[no] {""}
}{ $opening ->
    [yes] {" "}· opening { $points } of { $needed }
   *[no] {""}
}
screen-table = Table: { $count ->
    [one] 1 set
   *[other] { $count } sets
}
screen-rows = (rows { $first } to { $last } of { $rows })
screen-new-set = new set
screen-rack = Your rack (player { $number }): { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}, { $by_value ->
    [yes] by value
   *[no] by colour
}, { $opened ->
    [yes] opened
   *[no] not opened
}
screen-no = No: { $why }
screen-type = Type: { $line }
screen-turns = Turns
screen-keys-title = Keys
screen-letters = Letters: { $letters }
screen-turns-so-far = Turns so far
screen-over = The game is over
screen-over-keys = a  another game   r  review   l  all turns   esc  the table   q  leave
screen-scroll = (up and down scroll)
screen-welcome = Welcome. Press ? for the keys.
screen-goes-on = The game goes on.
screen-no-set = there is no set { $set }
screen-no-key = `{ $letter }` is no key; ? shows the keys, t lets you type.
screen-laid = Laid: { $tiles }. e ends your turn.
screen-not-legal = { $count ->
    [one] Set { $sets } is not legal yet.
   *[other] Sets { $sets } are not legal yet.
}
screen-opening = Own sets are worth { $points } of { $needed } points.
screen-picked = { $count ->
    [one] 1 tile is picked: enter puts it where the cursor is, n into a new set.
   *[other] { $count } tiles are picked: enter puts them where the cursor is, n into a new set.
}
screen-pick-first = Space picks a tile; then enter puts it where the cursor is, n into a new set.
screen-split-where = the cursor must be on the tile that begins the second part
