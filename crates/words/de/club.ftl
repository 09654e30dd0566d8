# Ein Vereinsabend mit Menschen.

club-round = Runde { $round }
club-final = Finale
club-table = Tisch { $table }
club-place = Tisch { $table }, { $letter }

# Zettel zum Drucken.
club-game = Spiel { $game }: { $starter } beginnt. Im Uhrzeigersinn: { $seats }
club-column-rack = Steine übrig (fertig: -)
club-column-unopened = Nicht ausgelegt
club-column-points = Punkte
club-unopened-rule = Wer nicht ausgelegt hat, schreibt keine Steine auf: { $could_not } Punkte, wenn beim letzten eigenen Zug
    keine Erstauslage möglich war, sonst { $could }.
club-signed = Unterschriften

# Ergebnisse, die nicht sein können.
club-unreadable = { $why }. Erwartet wird -, die Steine eines Bretts, seine Punkte wie 12, oder die Punkte des Spiels mit Vorzeichen wie +30
club-too-many = { $tile } steht öfter auf den Brettern, als es im Spiel ist
club-too-many-points = { $points } Punkte auf den Brettern sind mehr als die { $most } aller Steine
club-no-rack = { $rack }: diese Punkte hat kein Brett, oder keines mit so vielen Steinen
club-count = { $given ->
    [one] 1 Ergebnis
   *[other] { $given } Ergebnisse
} für { $players } Spieler
club-two-went-out = nur einer gewinnt und legt alles
club-too-few = so wenige Spieler spielen kein Spiel: x für alle
club-mixed = entweder die Bretter aller oder die Punkte aller Spieler, nicht beides
club-not-zero = die Punkte ergeben { $sum } statt 0: Der Gewinner bekommt, was die anderen verlieren
club-equal = gleiche Ergebnisse: Die Steine entscheiden, also die Bretter aufschreiben, oder Punkte mit der Zahl der Steine wie 8 (2)
club-needs-racks = nach diesen Regeln entscheiden die Steine, wer Erster ist, also die Bretter aufschreiben

# Schritte des Abends.
club-no-game = es gibt keinen Tisch { $table } mit einem Spiel { $game }
club-draw-open = { $games ->
    [one] 1 Spiel
   *[other] { $games } Spiele
} der Runde { $round } ohne Ergebnis, das erste an Tisch { $table }, Spiel { $game }
club-draw-over = alle Runden sind gespielt
club-draw-begun = Runde { $round } hat schon Ergebnisse, darum bleiben ihre Tische
club-nothing-drawn = noch sind keine Tische ausgelost
club-draw-reserves = { $players ->
    [one] 1 Spieler
   *[other] { $players } Spieler
}: Den Tischen { $missing ->
    [one] fehlt 1 Ersatzspieler
   *[other] fehlen { $missing } Ersatzspieler
}
club-draw-few = { $players ->
    [one] 1 Spieler ist
   *[other] { $players } Spieler sind
} zu wenige für einen Tisch
club-drawn = Runde { $round } ist ausgelost:
club-drawn-final = Das Finale ist ausgelost:
club-other-tables = Runde { $round }: Mit den Ergebnissen und Spielern von jetzt wären die Tische andere; die ausgelosten bleiben
club-not-seated = Runde { $round }: { $name } ist da und sitzt nirgends; solange die Runde keine Ergebnisse hat, lassen sich ihre Tische neu auslosen
club-not-there = Runde { $round }: { $name } sitzt an einem Tisch, ohne da zu sein; solange die Runde keine Ergebnisse hat, lassen sich ihre Tische neu auslosen
club-players = Spieler: { $players }; { $tables ->
    [one] 1 Tisch
   *[other] { $tables } Tische
}.
club-name-known = { $name } ist schon dabei; Namen müssen sich unterscheiden
club-name-unknown = niemand heißt { $name }; die Namen stehen in players.csv
club-no-name = `{ $name }` ist kein Name: Erwartet werden 1 bis { $most } Zeichen, am Anfang nicht =, +, - oder @
club-too-many-players = { $players } Spieler: Erwartet werden höchstens { $most }
club-no-place = { $line }: Erwartet werden Tisch und Spiel, wie 1.2
club-prompt = Tisch { $table }, Spiel { $game }: { $players }
club-enter-help = Gib ein, was jeder übrig hat, in dieser Reihenfolge und mit / dazwischen: Steine wie R5 K13 J oder Punkte wie 12; - für den, der fertig ist, 100 oder 200 für den, der nicht ausgelegt hat, x für den, der nicht mitspielt. Mit Vorzeichen sind es die Punkte des Spiels: +60 / -10 / -20 / -30. `2.3` davor heißt Tisch 2, Spiel 3. Eine leere Zeile lässt das Spiel für später, `q` endet.
club-entered = Tisch { $table }, Spiel { $game }: { $results }
club-unfinished = { $line }: die Zeile hat kein Ende und wird nicht genommen
club-all-entered = Alle Ergebnisse der Runde sind da.
club-missing = { $games ->
    [one] 1 Spiel
   *[other] { $games } Spiele
} ohne Ergebnis.

# Die Ergebnisliste.
club-standings-rank = Rang
club-standings-name = Name
club-standings-placement = Platzpunkte
club-standings-points = Punkte
club-standings-places = Plätze
club-standings-minus = Minus
club-standings-evenings = Abende
club-standings-legend = Es entscheiden Platzpunkte, dann Punkte, bessere Plätze, am wenigsten Minuspunkte.
club-standings-final = Das Finale allein ordnet die, die es gespielt haben.
club-standings-reserves = Ersatzspieler vervollständigen die Tische und haben keinen Rang.

# Eine Serie zu Hause.
series-state = { $name }, { $rules }: { $played } von { $rounds } Runden.
series-refused = Runde { $round }: { $why }
series-first = Erster, %
series-total = Summe
series-leads = { $who } { $many ->
    [yes] führen gemeinsam.
   *[no] führt mit { $unit ->
        [points] { $by ->
            [one] 1 Punkt
           *[other] { $by } Punkten
        }
        [wins] { $by ->
            [one] 1 gewonnenen Runde
           *[other] { $by } gewonnenen Runden
        }
       *[placement] { $by ->
            [one] 1 Platzpunkt
           *[other] { $by } Platzpunkten
        }
    } Vorsprung{ $certain ->
        [yes] {" "}und ist nicht mehr einzuholen
       *[no] {""}
    }.
}
series-won = { $many ->
    [yes] Den ersten Platz teilen sich { $who }.
   *[no] Die Serie hat { $who } gewonnen.
}
series-chances = Die Chancen, am Ende Erster zu sein, kommen aus { $games ->
    [one] 1 aufgezeichneten Spiel
   *[other] { $games } aufgezeichneten Spielen
} von Bots der Stufe { $level } ({ $bot }) nach diesen Regeln: Die Runden, die noch kommen, werden daraus gelost, als wären alle gleich stark. In Klammern: 95-%-Intervalle.
series-sheet-round = Runde { $round }
