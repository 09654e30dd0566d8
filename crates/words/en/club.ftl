# A club evening of people.

club-round = Round { $round }
club-final = Final
club-table = Table { $table }
club-place = table { $table }, { $letter }

# Sheets to print.
club-game = Game { $game }: { $starter } begins. Clockwise: { $seats }
club-column-rack = Tiles left (out: -)
club-column-unopened = Not opened
club-column-points = Points
club-unopened-rule = Whoever has not opened writes no tiles: { $could_not } points if no opening
    was possible on the last own turn, otherwise { $could }.
club-signed = Signatures

# Results that cannot be.
club-unreadable = { $why }. Expected is -, the tiles of a rack, its points such as 12, or the points of the game with a sign such as +30
club-too-many = { $tile } is on the racks more often than in the game
club-too-many-points = { $points } points on the racks are more than the { $most } of all tiles
club-no-rack = { $rack }: no rack has these points, or none of so many tiles
club-count = { $given ->
    [one] 1 result
   *[other] { $given } results
} for { $players } players
club-two-went-out = only one player wins and goes out
club-too-few = so few players play no game: x for all of them
club-mixed = either the racks of all players or the points of all players, not both
club-not-zero = the points add up to { $sum } instead of 0: the winner gets what the others lose
club-equal = equal results: the tiles decide, so write down the racks, or points with the number of tiles such as 8 (2)
club-needs-racks = under these rules the tiles decide who is first, so write down the racks

# Steps of the evening.
club-no-game = there is no table { $table } with a game { $game }
club-draw-open = { $games ->
    [one] 1 game
   *[other] { $games } games
} of round { $round } without results, the first at table { $table }, game { $game }
club-draw-over = all rounds are played
club-draw-begun = round { $round } has results already, so its tables stay
club-nothing-drawn = no tables are drawn yet
club-draw-reserves = { $players ->
    [one] 1 player
   *[other] { $players } players
}: the tables need { $missing ->
    [one] 1 more reserve player
   *[other] { $missing } more reserve players
}
club-draw-few = { $players ->
    [one] 1 player is
   *[other] { $players } players are
} too few for a table
club-drawn = Round { $round } is drawn:
club-drawn-final = The final is drawn:
club-other-tables = round { $round }: with the results and players as they are now the tables would be others; those that were drawn stay
club-not-seated = round { $round }: { $name } is there and sits nowhere; as long as the round has no results, its tables can be drawn again
club-not-there = round { $round }: { $name } sits at a table without being there; as long as the round has no results, its tables can be drawn again
club-players = Players: { $players }; { $tables ->
    [one] 1 table
   *[other] { $tables } tables
}.
club-name-known = there is a player { $name } already; names have to differ
club-name-unknown = there is no player { $name }; names are those of players.csv
club-no-name = `{ $name }` is no name: expected 1 to { $most } characters that do not begin with =, +, - or @
club-too-many-players = { $players } players: expected at most { $most }
club-no-place = { $line }: expected table and game, such as 1.2
club-prompt = Table { $table }, game { $game }: { $players }
club-enter-help = Type what each has left, in this order and with / between: tiles such as R5 K13 J, or points such as 12; - for who went out, 100 or 200 for who has not opened, x for who takes no part. With signs these are the points of the game: +60 / -10 / -20 / -30. `2.3` in front means table 2, game 3. An empty line leaves the game for later, `q` ends.
club-entered = Table { $table }, game { $game }: { $results }
club-unfinished = { $line }: the line has no end and is not taken
club-all-entered = All results of the round are there.
club-missing = { $games ->
    [one] 1 game
   *[other] { $games } games
} without results.

# The result list.
club-standings-rank = rank
club-standings-name = name
club-standings-placement = placement
club-standings-points = points
club-standings-places = places
club-standings-minus = minus
club-standings-evenings = evenings
club-standings-legend = Placement points decide, then points, better places, fewest minus points.
club-standings-final = The final alone decides the order of those who played it.
club-standings-reserves = Reserve players complete the tables and get no rank.

# A series at home.
series-state = { $name }, { $rules }: { $played } of { $rounds } rounds.
series-refused = round { $round }: { $why }
series-first = first, %
series-total = total
series-leads = { $who } { $many ->
    [yes] lead together.
   *[no] leads by { $unit ->
        [points] { $by ->
            [one] 1 point
           *[other] { $by } points
        }
        [wins] { $by ->
            [one] 1 won round
           *[other] { $by } won rounds
        }
       *[placement] { $by ->
            [one] 1 placement point
           *[other] { $by } placement points
        }
    }{ $certain ->
        [yes] {" "}and can no longer be caught
       *[no] {""}
    }.
}
series-won = { $many ->
    [yes] The first place is shared by { $who }.
   *[no] The series is won by { $who }.
}
series-chances = The chances to be first in the end come from { $games ->
    [one] 1 recorded game
   *[other] { $games } recorded games
} of bots of the level { $level } ({ $bot }) by these rules: the rounds to come are drawn from them at random, as if all were equally strong. In brackets: 95 % intervals.
series-sheet-round = Round { $round }
