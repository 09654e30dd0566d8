# What the engine says to a page.

engine-tile = { $colour } { $value }
engine-nothing-laid = You have laid nothing yet.
engine-choose-lie = { $set } could be a group or a run: choose how it lies.
engine-hint-alone = no set of these tiles can hold { $tiles }
engine-hint-together = { $tiles } cannot all be in sets at the same time

# Why a request has no answer, where a person can cause it.
engine-field = { $field }
engine-tiles = { $field }, { $why }
engine-faulty-rules = the rules `{ $name }` cannot be used: { $faults }
engine-no-rules = there is no rule system `{ $name }`; expected one of { $known }{ $hint ->
    [yes] ; did you mean `{ $near }`?
   *[no] {""}
}
engine-empty-set = { $field } is empty; expected tiles
engine-several-sets = { $field } holds { $sets } sets; expected one
engine-not-a-set = { $field }, set { $number }: { $why }
engine-table = { $field }: { $why }
engine-too-many = { $field } holds too many { $tile }: the game has { $copies }
engine-too-many-together = table and rack hold too many { $tile } together: the game has { $copies }
engine-too-many-unseen = too many { $tile } unseen: table and rack leave { $copies }
engine-owner-count = { $field } has { $owners } entries for a table of { $sets } sets; expected one a set
engine-no-such-seat = { $field } names seat { $seat }; seats are 0 to { $most }
engine-too-many-groups = { $field } gives seat { $seat } { $groups } groups; group_cap_per_player allows { $most }
engine-not-judged = the solver could not tell whether the opening is worth enough: { $why }
engine-too-many-jobs = { $jobs } jobs are at work; one of them has to end first
engine-broken-down = the job broke down, which is a bug
engine-no-game = there is no game { $game }
engine-no-level = there is no level `{ $level }`
engine-no-saved-game = the saved game cannot be read: { $why }
engine-other-plan = the saved game is of another plan
engine-saved-turn = turn { $turn } of the saved game cannot have happened: { $why }
engine-no-exercise = that is no part of an exercise
engine-no-review = no review was begun
engine-not-over = the game is not over
engine-no-record = no record is open
engine-read-fault = { $what ->
    [foreign] this is not a file of recorded games
    [header] the file ends within its header, after { $at } bytes
    [newer] the file has format { $at }, which takes a newer program
    [older] the file has format { $at }, which takes an older program
    [torn] the last frame, at byte { $at }, is torn
   *[damaged] the frame at byte { $at } is damaged
}
engine-unreadable = the record cannot be read: { $why }
engine-no-recorded-game = the record has no game { $game } in block { $block }
engine-no-replay = the game cannot be replayed: { $why }
engine-no-redeal = your first rack has no pairs for which new tiles are dealt under these rules
engine-no-such-review-seat = there is no seat { $seat }; seats count from 0
engine-other-bots = its plan names other bots than the record
engine-plays-otherwise = the bots play { $turn } in another way now, so there is nothing to compare with (recorded by { $program })
