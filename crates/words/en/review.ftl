# The review of a game.

review-grade = { $grade ->
    [best] best
    [unclear] unclear
    [slip] slip
    [mistake] mistake
   *[blunder] blunder
}
review-grade-at-least = { $grade ->
    [slip] at least a slip
    [mistake] at least a mistake
   *[blunder] at least a blunder
}
review-grades = A turn is best if it lost at most { $best } % of a win, a slip up to { $slip } %, a mistake up to { $mistake } %, else a blunder. It is at least a slip if the interval of its loss lies above { $best } % and reaches over { $slip } %. It is unclear if the interval reaches over { $best } %, or if it was not played out. A turn without a choice, or that is the model's, lost nothing.
review-measure = The measure is { $is_champion ->
    [yes] the champion ({ $model })
   *[no] the bot { $model }
}: what a turn lost is the win rate of what the bot would have done less that of what was done, both played out by it on the same deals of the hidden tiles. Where the whole rack could go, it is compared with going out. Where the rest of the game is solved, with two players and an empty pool, it is compared with the best turn. { $grades }
review-headline = { $so_far ->
    [yes] {"so far, "}
   *[no] {""}
}{ $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}: { $counts }; by the measure of { $is_champion ->
    [yes] the champion
   *[no] { $model }
}
review-lesson = { $number }. turn { $turn }: { $done } ({ $remark })
review-rack = {"   "}rack   { $rack }
review-table = {"   "}table  { $table }
review-after = {"   "}after  { $table }
review-better = {"   "}better { $table }
review-no-lesson = No turn is known to have cost anything.
review-remark = { $verdict }, lost { $loss } %
review-remark-why = { $remark }: { $why }
review-remark-model = { $remark }; { $model }
review-not-compared = not compared
review-not-judged = not judged yet
review-went-out = went out
review-no-choice = no choice
review-as-the-model = as the model
review-lost-already = lost already
review-wins = wins
review-shares = shares the win
review-solved = { $lays ->
    [yes] laying { $tiles }
   *[no] passing
} { $wins ->
    [yes] wins
   *[no] shares the win
}
review-could-have-gone-out = { $you ->
    [yes] you
   *[no] { $who }
} could have gone out
review-could-have-opened = { $you ->
    [yes] you
   *[no] { $who }
} could have opened
review-let-out = { $how ->
    [joker-you] what you laid, with a joker, let them out
    [laid-you] what you laid let them out
    [time-you] you left them time to go out
    [joker-other] what { $who } laid, with a joker, let another player out
    [laid-other] what { $who } laid let another player out
   *[time-other] { $who } left the others time to go out
}
review-model = { $model ->
    [none] the model has no answer
    [other-sets] the model { $does } in other sets
   *[other] the model { $does }
}
review-action = { $action ->
    [lays] lays { $tiles }
    [draws] draws
    [passes] passes
    [is-penalised] is penalised
    [breaks-off] breaks off{ $laid ->
        [no] {""}
       *[yes] {" "}{ $tiles }
    }
   *[is-refused] is refused{ $laid ->
        [no] {""}
       *[yes] {" "}{ $tiles }
    }
}
review-missed = { $times ->
    [one] { $you ->
        [yes] You
       *[no] { $who }
    } could have gone out on turn { $turn } with { $tiles }.
   *[other] { $you ->
        [yes] You
       *[no] { $who }
    } could have gone out { $times } times, first on turn { $turn } with { $tiles }.
}
review-many-tiles = { $count } tiles
review-the-person = the person
review-held = { $you ->
    [yes] you
   *[no] { $who }
} held { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
review-pool-ran-out = When the pool had run out, { $racks }.
review-you-went-out = { $you ->
    [yes] You
   *[no] { $me }
} went out on turn { $turn } with { $tiles }.
review-other-went-out = On turn { $turn } of its own, { $who } went out with { $tiles }; { $you ->
    [yes] you
   *[no] { $me }
} held { $held ->
    [one] 1 tile
   *[other] { $held } tiles
}.
review-had-left = { $you ->
    [yes] you
   *[no] { $who }
} { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
review-nobody-went-out = Nobody went out; left were: { $racks }.
review-you-let-out = { $you ->
    [yes] You laid { $laid } on turn { $turn }; that let them out
   *[no] { $me } laid { $laid } on turn { $turn }; that let the other player out
}: { $tiles } could not have gone on the table before it.
