# The words of the page in English. Variables: `$count` and other numbers are written as the
# language writes numbers; tiles are written as R5 or J and drawn by the page. Texts in <a>, <kbd>
# and <code> become links, keys and code.

## In several views

tiles = { $count ->
    [one] { $count } tile
   *[other] { $count } tiles
}
turn = Turn
check = Check
undo = Undo
redo = Redo
reset = Reset
next = Next
hint = { $given ->
    [0] Hint
    [1] Hint: where?
   *[other] Hint: show me
}
opening-points = Your opening: { $points } of { $needed } points
table-empty = The table is empty.

# `$action` is what a player did, `$tiles` are the tiles that were laid.
deed = { $action ->
    [lays] lays { $tiles }
    [draws] draws
    [passes] passes
    [is-penalised] is penalised
    [breaks-off] breaks off { $tiles }
    [is-refused] is refused { $tiles }
   *[other] { $action } { $tiles }
}

## Learn

learn-course = Lessons and exercises
learn-lessons = Five lessons
learn-exercises = Fifty exercises
learn-exercises-about =
    Positions from games between bots, graded by the steps of the best turn. “Next” picks one that is
    about as hard as you are strong.
learn-rating-soon = { $count ->
    [one] One more try, and you get a rating here.
   *[other] { $count } more tries, and you get a rating here.
}
learn-rating =
    Your rating in exercises is { NUMBER($rating, useGrouping: 0) }, with 95 % certainty from
    { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }. An exercise of two steps
    counts 1300, and each further step 200 more: nobody has measured yet how hard they are for
    people.
learn-own-turns = From your games
learn-own-none = Costly turns of a game that you have reviewed come here.
learn-own-due = { $count ->
    [0] None is due now; each comes back after some days, later every time.
    [one] One is due now; each comes back after some days, later every time.
   *[other] { $count } are due now; each comes back after some days, later every time.
}
learn-own-label = Turn { $number } of your games{ $now ->
    [yes] , due now
   *[no] {""}
}
learn-own = A turn of yours
learn-own-mistake = { $grade ->
    [slip] a slip
    [mistake] a mistake
   *[blunder] a blunder
}
learn-own-laid =
    You laid { $played } here, which was at least { learn-own-mistake }. Find a better turn; it may be
    to wait. The pool had { $pool } tiles, the smallest other rack { $others }.
learn-own-waited =
    You laid nothing here, which was at least { learn-own-mistake }. Find a better turn. The pool had
    { $pool } tiles, the smallest other rack { $others }.
learn-wait = Wait
learn-count = { $solved } of { $all } solved.
learn-legal = This is legal.
learn-steps = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}
learn-steps-or-more = { $steps ->
    [one] { $steps } step or more
   *[other] { $steps } steps or more
}
learn-lesson = { $number }. { $title }
learn-lesson-label = Lesson { $number }: { $title }
learn-exercise = Exercise { $number }
learn-exercise-label = Exercise { $number }, { $steps }
learn-solved-label = { $label }, solved
learn-go-out = Go out: lay all { $count } tiles of your rack.
learn-lay = Lay { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }. It takes about { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }.

lesson-1 = A set
lesson-1-text =
    A group is three or four tiles of one value, each of another colour. A run is three or more of
    one colour in a row, such as red 3, 4, 5. Your rack holds one group. Click its tiles or drag
    them to the table, then check.
lesson-2 = An opening
lesson-2-text =
    The first time you lay, your own sets must be worth 30 points, each tile its value. Before that
    you may add nothing to the table. The run of blue 3, 4, 5 is worth 12 only. In a game, a player
    who lays nothing draws a tile.
lesson-3 = A rearrangement
lesson-3-text =
    Once you have opened, everything on the table may be moved, as long as only complete sets lie
    there at the end. The red run can spare its 4.
lesson-4 = A joker
lesson-4-text =
    A joker stands for any tile. The one on the table stands for red 10. Lay your red 10 in its
    place, and use the joker with your two 5s.
lesson-5 = Going out
lesson-5-text =
    Lay the last tile of your rack, and you win. Three tiles are left, and all of them can go: the
    group of 3s can spare one.

## Strength

rating-soon = { $count ->
    [one] One more game
   *[other] { $count } more games
} until your strength is told. What counts are games of two under the original rules, without a hint.
rating =
    Your strength is { NUMBER($rating, useGrouping: 0) }, with 95 % certainty from
    { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }: about as strong as
    { $person } ({ $name }). It comes from { $count } games of two under the original rules, without a
    hint.

## Review

review-none =
    After a game, “Review it” shows here what each of your turns gave away. Games of a record are
    reviewed from <a>Watch</a>.
review-begun = Every turn is compared with what a strong bot would have done. You can go on playing.
review-so-far = What stands here is certain or has enough deals behind it. More turns follow.
review-done = The review is done.
review-progress = Deals played out
review-closer = Look closer: takes some minutes, you can go on playing
review-yours = Your turns
review-of-seat = The turns of seat { $seat } ({ $bot })
review-turned-on = What the game turned on
review-costliest = What cost most
review-costliest-none = No turn is known to have cost anything.
review-costliest-not-yet = None is known yet.
review-curve = Win chance after each turn
review-curve-about =
    Share of the games won when the model plays on from there in all seats, with intervals of 95 %.
    Click on the curve, or use the arrow keys, to see a turn.
review-first-turn = own turn { $turn }
review-percent = { $percent } %
review-at-turn = turn { $turn }, { $verdict }, win { $percent } %
review-at-turn-unplayed = turn { $turn }, { $verdict }, win not played out
review-every-turn = Every turn
review-turn = Turn { $turn }: { $deed }
review-choice = Turn { $turn }: { $deed },
review-played = Played
review-better = Better
review-better-deed = Better: { $deed }.
review-same = the same
review-most = At most
review-most-all = the whole rack
review-most-none = nothing
review-win = Win
review-lost = Lost, %
review-verdict = Verdict
review-rack = Your rack
review-before = The table before
review-after = The table after
review-try = Try it yourself
