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
review-of = The turns of { $who }
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
review-rack = { $own ->
    [yes] Your rack
   *[no] The rack
}
review-before = The table before
review-after = The table after
review-try = Try it yourself

## The page

page-about = Rummikub against bots, and an exact solver of turns
page-title = rummilab: { $view }
page-failed = The engine did not start: { $why }
views = Views
view-play = Play
view-solve = Solve
view-rules = Rules
view-review = Review
view-watch = Watch
view-learn = Learn
view-club = Club
copy-link = Copy link
link-copied = Link copied
link-not-copied = No clipboard: copy the address

engine-not-started = The engine did not start.
engine-silent = rummilab does not answer. Is it still running?
engine-refuses = rummilab refuses: { $status }.
file-stays-on-machine = The file goes to rummilab on this machine, and nowhere else.
file-stays-in-page = The page reads the file itself and sends nothing anywhere.
file-too-large =
    The file has { $size } MB, and the page opens up to { $most } MB. rummilab replay and rummilab
    report show games of any record.
file-unreadable = The file cannot be read.

## Rule systems that ship

system-original = Original
system-original-about =
    The game as most people know it: open with 30 points, then rearrange as you like.
system-tournament = Club tournament
system-tournament-about =
    The rules of the championships since 2014: one last round once the pool is empty.
system-twist = With a Twist
system-twist-about =
    Eight jokers of four kinds: one doubles, one changes the colour, one mirrors a run.
system-house = Six colours
system-house-about =
    A house variant: draw, then play; runs go on from 13 to 1, and nobody counts points.
system-tournament-2007 = Club tournament, 2007
system-tournament-2007-about =
    The older rules of the championships: a joker left on the rack costs 50 points.
system-reference = Reference
system-reference-about =
    The rules behind the published figures: passing is free once the pool is empty.
system-six = For six players
system-six-about = A larger box of 160 tiles, for up to six players.
system-leaflet = Today’s leaflet
system-leaflet-about = What lies in the box today: a joker left on the rack costs 30 points.
system-sabra = The book of 1978
system-sabra-about = A joker leaves its set only if the tile that it stands for takes its place.
system-pressman = Pressman, 1980
system-pressman-about = A joker of a group of three costs a tile of both missing colours.
system-german-1990 = German box, 1990
system-german-1990-about = One joker in a set at most, and a tile of the rack takes its place.
system-beginners = First game
system-beginners-about = For beginners: sets on the table are made longer, never taken apart.
system-saved = { $name } (saved)
system-changed = { $name } (changed)

joker-J = { $joker }: stands for any one tile
joker-D = { $joker }: stands for two tiles: two numbers of a run, or two colours of a group
joker-C = { $joker }: stands for one number of a run, which goes on in another colour
joker-M = { $joker }: is the middle of a set that reads the same from both ends

## Table and rack

players = Players
table = Table
rack = Rack
your-rack = Your rack
your-rack-empty = Your rack is empty.
no-tiles = no tiles
new-set = New set
new-set-label = Make a new set of the picked tiles
to-rack = Back to the rack
to-rack-label = Take the picked tiles back to the rack
to-set-label = Add the picked tiles to set { $number }
you = You
opened = opened
not-opened = not opened
set-label = Set { $number }: { $facts }
set-not-yet = not a set yet
set-flag = no set yet
set-changed = changed since your last turn
set-reading = { $reading ->
    [group] a group
    [run] a run
    [step-run] a step-run
   *[other] a { $reading }
}
set-reading-note = { $reading ->
    [group] group
    [run] run
    [step-run] step-run
   *[other] { $reading }
}
set-ways = can be read in several ways
set-ways-label = How set { $number } lies
set-owner = of { $name }
tile-stands = { $tile } as { $stands }
tile-laid = laid by you on this turn
tile-new = new
tile-drawn = just drawn

## Play

end-turn = End turn
draw = Draw
pass = Pass
put-back = Put { $tile } back
sort-by-colour = Sort by colour
sort-by-value = Sort by value
can-end = You can end your turn.
your-turn = Your turn.
pool = Pool: { $count }
clock = { $seconds } s
time-up-ends = Time is up: what lies on the table ends the turn.
time-up-draws = Time is up: the turn ends with a draw.
redeal = Your first rack has pairs: { $pairs }. You may have all tiles dealt anew.
deal-anew = Deal new tiles
keep-rack = Keep this rack
step-of-turn = { $number } of { $all }: { $text }.
undo-brings-back = Undo brings back what you had laid.
kept-in-tab = This browser has no room to keep the game: it lasts until this tab is closed.
kept-elsewhere = The game goes on in another tab, which keeps it. Reload this page to go on here.
kept-nowhere = This browser keeps nothing: the game ends when this page is closed.
hand-over = { $name }, it is your turn
hand-over-why = Take the device. Your rack is shown once you go on.
show-rack = Show my rack
drop = Your game against { $others } is not over. Another game takes its place.
drop-it = Give it up
drop-not = Go on with it
review-it = Review it
step-through = Step through it
save-record = Save the record
next-round = Next round
score-sheet = Score sheet
jokers = The jokers
round-of = Round { $number } of { $rounds }
round = Round { $number }
total = Total
series-won = { $you ->
    [yes] You win the series.
   *[no] { $name } wins the series.
}
series-shared = The series is a tie.
so-far = What happened so far
moving = How to move tiles
moving-drag =
    Drag a tile, or click it and then the set that it is to join. Several tiles can be picked one
    after the other. Sets may be wrong in between; only the end of the turn counts.
moving-keys =
    With the keyboard: arrow keys go from tile to tile, Enter picks one and, on a tile of another
    set, puts what is picked there. <kbd>N</kbd> makes a new set of it, <kbd>R</kbd> takes it back
    to the rack, <kbd>Esc</kbd> lets go. <kbd>Ctrl</kbd> <kbd>Z</kbd> undoes, <kbd>Ctrl</kbd>
    <kbd>Y</kbd> does it again. As in the terminal, <kbd>E</kbd> ends the turn, <kbd>D</kbd> draws,
    <kbd>H</kbd> is for a hint, <kbd>S</kbd> sorts and <kbd>U</kbd> undoes.
moving-rack =
    The rack is yours to arrange: drag a tile to its place on the rack, or to the free part of a row
    for a gap before it. <kbd>Shift</kbd> with an arrow key moves a tile, <kbd>G</kbd> makes a gap
    before it or closes it. A double click lays a tile where it fits in one place alone. A tile
    dropped into a run splits it, where that makes two sets.
moving-touch =
    On a touch screen a tile is dragged at once where nothing can be scrolled. Where the table is
    longer than its window, rest a finger on the tile first.

## A new game

new-game = New game
welcome =
    Rummikub against bots that play well. If the game is new to you, <a>Learn</a> shows it in five
    short steps.
start = Play
rules = Rules
setup-opponents = Opponents
setup-opponents-1 = one
setup-opponents-2 = two
setup-opponents-3 = three
setup-opponents-4 = four
setup-opponents-5 = five
setup-first = Who begins
setup-first-me = you
setup-first-bots = the others
setup-rounds = Rounds
setup-rounds-1 = one game
setup-rounds-3 = a series of three
setup-rounds-5 = a series of five
setup-rounds-7 = a series of seven
setup-clock = Time for a turn
setup-clock-0 = as much as you like
setup-clock-120 = two minutes
setup-clock-60 = one minute
setup-clock-30 = half a minute
setup-more = More settings
setup-pace = Bots lay their tiles
setup-pace-450 = slowly
setup-pace-220 = at a good pace
setup-pace-0 = at once
setup-seed = Number of the deal
setup-seed-any = any
setup-sound = Sounds
setup-language = Language
setup-language-automatic = Automatic
setup-opponent = Opponent { $number }
setup-person = Person { $number }
setup-person-about = Somebody else at this device. Racks are hidden between the turns.
setup-person-name = Name: { $person }
level = { $level ->
    [beginner] beginner
    [easy] easy
    [casual] casual
    [medium] medium
    [hard] hard
    [expert] expert
    [patient] patient
    [strong] strong
    [self-taught] self-taught
    [champion] champion
   *[other] { $level }
}
level-about = { $name } { $about } (strength { $rating }).

## Games you have played

games = Games you have played
games-none = No game has been finished in this browser yet.
game-won = won
game-lost = lost
game-played = played
game-line = { $rules }, against { $others }

## Solve

solve-for = Question
solve-for-tiles = the most tiles
solve-for-value = the most points
solve-for-out = going out
solve-for-plays = every play
solve-for-after-draw = after a draw
solve-table = Table, sets separated by ;
solve-opened = The player has opened
solve-clear = Clear
solve-aim = Clicked tiles go to
solve-aim-rack = the rack
solve-aim-table = the last set of the table
solve-order =
    Under these rules a joker stands for the tile of its place, so sets lie in order. A set such as
    R9 J J says what it is: <code>R9 J J:group</code> or <code>R9 J J:run</code>.
solve-palette = All tiles
solve-take-away = Click a tile to take it away.
solve-add = Add { $tile }
solve-remove-from-table = Remove { $tile } from the table
solve-remove-from-rack = Remove { $tile } from the rack
solve-too-many = Table and rack hold too many { $tile } together: the game has { $copies }.
solve-rack-empty = The rack is empty.
solve-no-sets = These tiles cannot all lie in sets.
solve-not-found = No play was found within the limits of the search.
solve-nothing = Nothing can be laid.
solve-opening-worth = Own sets are worth at most { $points } points.
solve-lay =
    Lay { tiles } worth { $value } ({ solve-proof }, { solve-time }).
solve-lay-all =
    You can go out: lay { tiles } worth { $value } ({ solve-proof }, { solve-time }).
solve-proof = { $status ->
    [optimal] proven best
   *[other] perhaps not the best
}
solve-time = { $time ->
    [0] under 1 ms
   *[other] { $time } ms
}
solve-out = Yes, you can go out: all { tiles } can be laid.
solve-out-not-found = No way to go out was found within the limits of the search.
solve-not-out = No, you cannot go out: at least { tiles } must stay.
solve-how = How
solve-owner = seat { $seat }
solve-plays = { $count ->
    [one] { $count } play, the best first.
   *[other] { $count } plays, the best first.
}
solve-plays-more = The list goes on.
solve-play = { tiles } worth { $value }
solve-draws =
    Now { tiles } can be laid. { $out } of { $unseen } unseen tiles ({ $percent } %) let you go out
    next.
solve-draw = { $unseen } unseen: lays { tiles }
solve-draw-out = { $unseen } unseen: goes out

## Rules

rules-about =
    Every rule is a field. Change what you play otherwise: the sentence beside a field says what it
    means then.
rules-base = Begin with
rules-reset = Reset all
rules-download = Download
rules-kept = Saved in this browser
rules-kept-none = None yet.
rules-save-as = Save as
rules-save-as-name = name
rules-save = Save
rules-files = Rule files
rules-open-file = Open a TOML file
rules-files-about =
    “Download” writes such a file. Every command takes it:
    <code>rummilab play --rules mine.toml</code>.
rules-unchanged = These are the rules { $rules }.
rules-changed = { $count ->
    [one] { $count } field of { $rules } changed: { $fields }.
   *[other] { $count } fields of { $rules } changed: { $fields }.
}
rules-reset-field = Reset to { $value }
rules-reset-field-label = Reset { $field } to { $value }
rules-field = { $about } Values: { $values }.
rules-open = Open
rules-open-label = Open { $name }
rules-delete = Delete
rules-delete-label = Delete { $name }
rules-kept-in-tab =
    This browser has no room: the rules last until this tab is closed. Download them.
rules-kept-nowhere = This browser keeps nothing. Download the rules instead.

## Watch

watch-bots = Watch bots play
watch-open = Open a record
watch-file = The file <code>games.bin</code> of a run, or one saved here
watch-folder = Or the folder of a run
watch-folder-wrong = No file games.bin lies in this folder, so it is not the folder of a run.
watch-game-choice = Game
watch-game = { $number }: { $bots }, { watch-turns }, won by { $winners }
watch-game-unwon = { $number }: { $bots }, { watch-turns }, won by nobody
watch-turns = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}
watch-more = { $count ->
    [one] { $count } more game is not listed.
   *[other] { $count } more games are not listed.
}
watch-first = To the deal
watch-back = One turn back
watch-next = One turn on
watch-last = To the end
watch-play = Play
watch-pause = Pause
watch-speed = Speed
watch-speed-2000 = slowly
watch-speed-900 = normal
watch-speed-250 = fast
watch-nobody = nobody
watch-player = Player { $number }
watch-level = { level }: { $person }
watch-pool = Pool: { tiles }
watch-deal = { $you ->
    [yes] The deal. You begin.
   *[no] The deal. { $name } begins.
}
watch-turn = { $you ->
    [yes] Turn { $turn }: You { watch-your-deed }.
   *[no] Turn { $turn }: { $name } { deed }.
}
watch-your-deed = { $action ->
    [lays] lay { $tiles }
    [draws] draw
    [passes] pass
    [is-penalised] are penalised
   *[other] { $action } { $tiles }
}
watch-over = The game is over: { $results }.
watch-wins = { $you ->
    [yes] You win ({ $score })
   *[no] { $name } wins ({ $score })
}
watch-shares = { $you ->
    [yes] You share the win ({ $score })
   *[no] { $name } shares the win ({ $score })
}
watch-loses = { $you ->
    [yes] You lose ({ $score })
   *[no] { $name } loses ({ $score })
}

## Club evening

club-about =
    An evening of people by the rules of the club: tables, sheets, results and the ranking. The
    files stay in this browser, and <code>rummilab club</code> goes on with their folder.
club-new = New evening
club-title = Name of the evening
club-date = Date
club-names = Players
club-names-about =
    A name a line. Or a list as CSV with the column name; who has yes in a column reserve completes
    tables and gets no place.
club-rounds = Rounds
club-seats = Players at a table
club-seats-4 = four (or three)
club-seats-3 = three
club-with-final = The best play a final
club-begin = Begin
club-kept = Evenings in this browser
club-season = Ranking over the chosen evenings
club-folder = Take in a folder
club-files = Take in single files
club-folder-about =
    The folder of an evening, or one with several such folders. Unpack a zip file before.
club-no-folder = There is no club.toml among these files.
club-delete = Delete { $name } from this browser?
club-draw = Draw round { $round }
club-draw-final = Draw the final
club-draw-again = Draw again
club-print = Print the sheets
club-export = Save the folder
club-close = All evenings
club-saved = All is saved in this browser.
club-not-kept = This browser keeps nothing: { $why }
club-no-window = The browser opens no window. Allow it for this page.
club-tables = Tables
club-typing = How results are typed
club-typing-about =
    For each player, by letters and with / between: <code>-</code> for who went out, the tiles that
    are left (<code>R5 K13 J</code>) or their points (<code>12</code>; <code>12 (2)</code> says two
    tiles), <code>100</code> or <code>200</code> for who has not opened, <code>x</code> for who did
    not play. With signs it is the points of the game: <code>+60 / -10 / -20 / -30</code>. The
    return key keeps the line and goes on.
club-game = Game { $game }
club-line = { $table }, game { $game }: { $players }
club-standings = Standings
club-large = Large, for a projector
club-small = Smaller
club-players = Players
club-rename = Name of { $name }
club-leave = Leaves
club-back = Is back
club-reserve = reserve
club-add-name = Another player
club-add-reserve = Reserve player, who gets no place
club-add = Add
