# A game of a person: turns, moves, commands, hints, results, exercises, levels.

# Turns as they are told. `before` says what comes before the play: tiles put back, or a draw.
turn-laid = { $you ->
    [yes] You{ $before ->
        [back] {" put"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draw a tile and
        [draw] {" draw a tile and"}
       *[nothing] {""}
    }{ $opens ->
        [yes] {" open and"}
       *[no] {""}
    } lay { $tiles }.
   *[no] { $who }{ $before ->
        [back] {" puts"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draws a tile and
        [draw] {" draws a tile and"}
       *[nothing] {""}
    }{ $opens ->
        [yes] {" opens and"}
       *[no] {""}
    } lays { $tiles }.
}
turn-drew = { $you ->
    [yes] You draw { $drawn }.
   *[no] { $who } draws { $drawn }.
}
turn-passed = { $you ->
    [yes] You{ $before ->
        [back] {" put"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draw a tile and
        [draw] {" draw a tile and"}
       *[nothing] {""}
    } pass.
   *[no] { $who }{ $before ->
        [back] {" puts"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draws a tile and
        [draw] {" draws a tile and"}
       *[nothing] {""}
    } passes.
}
turn-penalty = { $you ->
    [yes] You{ $before ->
        [back] {" put"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draw a tile and
        [draw] {" draw a tile and"}
       *[nothing] {""}
    } are refused and draw { $drawn }.
   *[no] { $who }{ $before ->
        [back] {" puts"} { $back ->
            [one] 1 tile
           *[other] { $back } tiles
        } back, draws a tile and
        [draw] {" draws a tile and"}
       *[nothing] {""}
    } is refused and draws { $drawn }.
}
drawn-tiles = { $count ->
    [one] a tile
   *[other] { $count } tiles
}
turn-broken-off = { $who } breaks off the game{ $kind ->
    [none] {""}
   *[other] {" "}({ $kind }): { $detail }
}.

# The names of seats in sentences.
seat-you = you
seat-player = Player { $number }
player-named = { $name } (player { $number })
and-between = {" and "}

# Sets that others changed.
changed-sets = { $count ->
    [one] set { $sets } { $change ->
        [extended] is extended
        [rebuilt] is rebuilt
       *[new] is new
    }
   *[other] sets { $sets } { $change ->
        [extended] are extended
        [rebuilt] are rebuilt
       *[new] are new
    }
}
change = { $change ->
    [kept] kept
    [extended] extended
    [rebuilt] rebuilt
   *[new] new
}

# The turn of the person.
sorted = { $by_value ->
    [yes] The rack is sorted by value.
   *[no] The rack is sorted by colour.
}
put-back = It goes back; you draw { $tile } instead.
drew-first = You drew { $tile }.
drew-first-again = You drew { $tile } and hold another: `back` puts it back for a new one.
seat-line = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}{ $rack ->
    [hidden] {""}
   *[open] {" "}({ $tiles })
}, { $opened ->
    [yes] opened
   *[no] not opened
}

# Why something cannot be done.
edit-no-such-set = there is no set { $set }; { $sets ->
    [0] the table is empty
    [one] there is only set 1
   *[other] they are numbered 1 to { $sets }
}
edit-not-on-rack = { $tile } is not on your rack
edit-not-in-set = { $tile } is not in set { $set }
edit-must-stay = { $tile } lay on the table before your turn and must stay there
edit-nothing-picked = no tile is picked
edit-no-split = set { $set } cannot be split before { $tile }: nothing would be left on one side
edit-no-join = joining takes two sets, such as `join 2 5`
edit-nothing-to-undo = there is nothing to undo on this turn
edit-nothing-to-redo = there is nothing to redo on this turn
command-nothing = nothing was typed; `help` lists the commands
command-tiles = { $why }; `help` lists the commands
command-number = `{ $text }` is not the number of a set
command-expected = expected { $form ->
    [move] tiles, then where to: `R6 > 2`, `R6 B6 > new`, `R7 from 3 > 5` or `R6 > rack`
    [split] the set and the tile that begins its second part: `split 3 R6`
    [sets] tiles, such as `R3 R4 R5`; sets are separated by `;`
   *[numbers] the numbers of sets, such as `join 2 5` or `2 5 = R3 R4 R5 ; R6 R7 R8`
}
action-not-your-turn = it is not your turn
action-nothing-laid = you have laid nothing; `draw` ends your turn without laying
action-tiles-laid = you have laid { $tiles }; `end` ends your turn with it, `reset` takes it back
action-moved = first take back what you have moved: `reset`
action-fits-nowhere = `{ $tiles }` is no set and fits none on the table; to lay tiles all the same, say where: `> 2` or `> new`
action-fits-often = `{ $tiles }` fits sets { $sets }; say which: `{ $tiles } > { $first }`
action-solver = the solver cannot say: { $why }
refused-set = set { $set } { $why }

# The end of a game.
ended-you-out = You are out.
ended-out = { $who } goes out.
ended-pool = The pool is empty and nobody lays any more.
ended-fault = { $who } broke off the game.
ended-endless = The game has had as many turns as a game may have.
won-alone = You win!
won-together = You share the win.
lost = You lose.
won-by = { $alone ->
    [yes] { $who } wins!
   *[no] { $who } share the win.
}
result-line = { $who }: place { $place }{ $scored ->
    [yes] , { $points } points
   *[no] {""}
}, { $tiles ->
    [none] no tiles left
   *[some] left: { $rack }
}.

# Hints.
hint-cannot-open = You cannot open: your own sets are worth at most { $points } points, { $needed } are needed.
hint-nothing = You can lay nothing.
hint-can-open = You can open, laying { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}. Your own sets are worth up to { $points } points, { $needed } are needed.
hint-can-lay = You can lay { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}.
hint-which = { $set ->
    [none] Look at your rack: no set of the table changes.
   *[some] Look at the set { $tiles }.
} { $whose ->
    [champion] The champion would lay
    [keeps] { hint-champion-keeps } The most that can be laid
   *[most] The most that can be laid
}: { $played }.
hint-all = { $whose ->
    [champion] The champion would lay
    [keeps] { hint-champion-keeps } The most that can be laid
   *[most] The most that can be laid
}: { $played }. { $steps }
hint-champion-keeps = The champion would keep its tiles.
hint-champion-lays = The champion would lay { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}.
hint-keeps = keeps every tile
hint-own-choice = { $laid }; the bot's own choice
hint-could-do-more = { $why }, though it could do more: { $other }
hint-goes-out = goes out with { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
hint-opens = lays { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}, an opening of { $points } points
hint-lays = lays { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} worth { $points }
hint-goal = { $laid }: { $goal ->
    [tiles] the most tiles that can be laid
    [value] the most points that can be laid
    [keep-jokers] the most tiles without a joker
   *[fewest] the fewest tiles that open
}
hint-idle = { $draws ->
    [yes] draws a tile
   *[no] passes
}{ $why ->
    [opening] : own sets are worth at most { $points } points, { $needed } are needed to open
    [nothing] : nothing can be laid
   *[choice] {""}
}

# Exercises.
puzzle-solved = { $out ->
    [yes] Solved: you go out with { $count ->
        [one] 1 tile
       *[other] { $count } tiles
    }.
   *[no] Solved: { $count ->
        [one] 1 tile
       *[other] { $count } tiles
    }.
}
puzzle-legal = Legal, with { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}; { $wanted } can be laid.
puzzle-not-better = Legal, but another turn is better.
puzzle-waited = { $solved ->
    [yes] Solved: here it is better to wait.
   *[no] Another turn is better than to wait.
}
puzzle-better = The better turn lays { $count ->
    [0] nothing
    [one] 1 tile
   *[other] { $count } tiles
}.
puzzle-better-tiles = The better turn lays { $tiles }.
puzzle-better-illegal = the better turn is not legal here: { $why }
puzzle-too-many-tiles = there are too many tiles
puzzle-too-few = at most { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} can be laid

# The rules for beginners.
primer-goal = Goal: be the first to lay every tile of your rack.
primer-runs = Run: 3 or more values in a row, one colour ({ $tiles }){ $wrap ->
    [end] , also with 1 at the end ({ $past })
    [round] , also past { $largest } ({ $past })
   *[never] {""}
}{ $steps ->
    [yes] , also in steps of two ({ $in_twos })
   *[no] {""}
}.
primer-groups = Group: one value in { $largest ->
    [3] 3
    [4] 3 or 4
   *[other] 3 to { $largest }
} different colours ({ $tiles }).{ $cap ->
    [none] {""}
   *[other] {" "}The player who lays one owns it: { $cap } at most.
}
primer-joker = A joker ({ $joker }) stands for any tile.
primer-jokers = Jokers stand for: { $each }.
primer-joker-of-kind = { $joker } { $kind ->
    [double] two values in a row or two colours
    [colour-change] a value where a run changes colour
    [mirror] the middle of a mirrored set
   *[classic] any tile
}
primer-joker-stays = A joker of the table stays in its place.
primer-opening = { $points ->
    [0] From the first turn { $extend ->
        [yes] all sets on the table may be added to, but never taken apart.
       *[no] all sets on the table may be added to and rearranged.
    }
   *[other] Opening: sets from your rack alone, worth { $points } points together. After it { $extend ->
        [yes] all sets on the table may be added to, but never taken apart.
       *[no] all sets on the table may be added to and rearranged.
    }
}
primer-turn = { $draw_first ->
    [yes] Every turn begins with a draw; then lay, or pass.
   *[no] A turn: lay at least one tile, or draw one.
}

# The levels.
level-beginner = overlooks most of the table, and changes one set a turn at most
level-easy = changes one set of the table a turn at most
level-casual = changes two sets of the table a turn at most
level-medium = lays as many tiles as it can, every turn
level-hard = lays all it can but keeps its jokers for the end
level-expert = the same, and opens without a joker if it can
level-patient = holds everything until another has five tiles left
level-strong = opens, then holds everything until it goes out in one turn
level-self-taught = learnt the game of two by playing itself; among more or with other tiles, holds everything
level-champion = holds everything as well, and plays the end of the game with foresight
