# Die Wörter der Seite auf Deutsch, in den Ausdrücken der deutschen Regeln: Spielstein, Brett,
# Gruppe, Reihe, Serie (Gruppe oder Reihe), Auslage, Erstauslage, anlegen, Pool.

## In mehreren Ansichten

tiles = { $count ->
    [one] { $count } Stein
   *[other] { $count } Steine
}
turn = Zug
check = Prüfen
undo = Zurück
redo = Vor
reset = Von vorn
next = Weiter
hint = { $given ->
    [0] Tipp
    [1] Tipp: wo?
   *[other] Tipp: zeig es
}
opening-points = Deine Erstauslage: { $points } von { $needed } Punkten
table-empty = Die Auslage ist leer.

deed = { $action ->
    [lays] legt { $tiles }
    [draws] zieht
    [passes] passt
    [is-penalised] nimmt Strafsteine
    [breaks-off] bricht ab { $tiles }
    [is-refused] wird abgewiesen { $tiles }
   *[other] { $action } { $tiles }
}

## Lernen

learn-course = Lektionen und Aufgaben
learn-lessons = Fünf Lektionen
learn-exercises = Fünfzig Aufgaben
learn-exercises-about =
    Stellungen aus Spielen zwischen Bots, geordnet nach den Schritten des besten Zugs. „Weiter“ wählt
    eine, die etwa so schwer ist, wie du stark bist.
learn-rating-soon = { $count ->
    [one] Noch ein Versuch, dann steht hier deine Wertung.
   *[other] Noch { $count } Versuche, dann steht hier deine Wertung.
}
learn-rating =
    Deine Wertung in Aufgaben ist { NUMBER($rating, useGrouping: 0) }, mit 95 % Sicherheit zwischen
    { NUMBER($low, useGrouping: 0) } und { NUMBER($high, useGrouping: 0) }. Eine Aufgabe mit zwei
    Schritten zählt 1300, jeder weitere Schritt 200 mehr: Wie schwer sie für Menschen sind, hat noch
    niemand gemessen.
learn-own-turns = Aus deinen Spielen
learn-own-none = Teure Züge eines Spiels, das du durchgesehen hast, kommen hierher.
learn-own-due = { $count ->
    [0] Keiner ist jetzt fällig; jeder kommt nach einigen Tagen wieder, jedes Mal später.
    [one] Einer ist jetzt fällig; jeder kommt nach einigen Tagen wieder, jedes Mal später.
   *[other] { $count } sind jetzt fällig; jeder kommt nach einigen Tagen wieder, jedes Mal später.
}
learn-own-label = Zug { $number } aus deinen Spielen{ $now ->
    [yes] , jetzt fällig
   *[no] {""}
}
learn-own = Ein Zug von dir
learn-own-mistake = { $grade ->
    [slip] eine Ungenauigkeit
    [mistake] ein Fehler
   *[blunder] ein grober Fehler
}
learn-own-laid =
    Du hast hier { $played } gelegt; das war mindestens { learn-own-mistake }. Finde einen besseren
    Zug; auch Warten kann besser sein. Im Pool waren { $pool } Steine, auf dem kleinsten anderen Brett
    { $others }.
learn-own-waited =
    Du hast hier nichts gelegt; das war mindestens { learn-own-mistake }. Finde einen besseren Zug. Im
    Pool waren { $pool } Steine, auf dem kleinsten anderen Brett { $others }.
learn-wait = Warten
learn-count = { $solved } von { $all } gelöst.
learn-legal = So gilt es.
learn-steps = { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritte
}
learn-steps-or-more = { $steps ->
    [one] { $steps } Schritt oder mehr
   *[other] { $steps } Schritte oder mehr
}
learn-lesson = { $number }. { $title }
learn-lesson-label = Lektion { $number }: { $title }
learn-exercise = Aufgabe { $number }
learn-exercise-label = Aufgabe { $number }, { $steps }
learn-solved-label = { $label }, gelöst
learn-go-out = Mach Schluss: Lege alle { $count } Steine von deinem Brett.
learn-lay = Lege { $count ->
        [one] einen Stein
       *[other] { $count } Steine
    }. Das braucht etwa { $steps ->
        [one] einen Schritt
       *[other] { $steps } Schritte
    }.

lesson-1 = Eine Serie
lesson-1-text =
    Eine Gruppe sind drei oder vier Steine mit gleichem Wert, jeder in einer anderen Farbe. Eine
    Reihe sind mindestens drei Steine einer Farbe mit aufeinander folgenden Werten, etwa rot 3, 4,
    5. Auf deinem Brett ist eine Gruppe. Klicke ihre Steine an oder ziehe sie auf den Tisch, dann
    prüfe.
lesson-2 = Eine Erstauslage
lesson-2-text =
    Wenn du zum ersten Mal auslegst, müssen deine eigenen Serien 30 Punkte wert sein; jeder Stein
    zählt seinen Wert. Vorher darfst du nirgends anlegen. Die Reihe aus blau 3, 4, 5 ist nur 12
    wert. Wer im Spiel nichts auslegt, zieht einen Stein.
lesson-3 = Ein Umbau
lesson-3-text =
    Nach deiner Erstauslage darfst du alles auf dem Tisch umbauen, solange am Ende nur vollständige
    Serien liegen. Die rote Reihe kann ihre 4 entbehren.
lesson-4 = Ein Joker
lesson-4-text =
    Ein Joker steht für jeden Stein. Der auf dem Tisch steht für rot 10. Lege deine rote 10 an
    seine Stelle, und nimm den Joker für deine beiden Fünfen.
lesson-5 = Schluss machen
lesson-5-text =
    Wer den letzten Stein vom Brett legt, gewinnt. Drei Steine sind noch da, und alle lassen sich
    legen: Die Gruppe der Dreien kann einen entbehren.

## Stärke

rating-soon = { $count ->
    [one] Noch ein Spiel
   *[other] Noch { $count } Spiele
}, dann steht hier deine Stärke. Es zählen Spiele zu zweit nach den Originalregeln ohne Tipp.
rating =
    Deine Stärke ist { NUMBER($rating, useGrouping: 0) }, mit 95 % Sicherheit zwischen
    { NUMBER($low, useGrouping: 0) } und { NUMBER($high, useGrouping: 0) }: etwa so stark wie
    { $person } ({ $name }). Sie kommt aus { $count } Spielen zu zweit nach den Originalregeln ohne Tipp.

## Analyse

review-none =
    Nach einem Spiel zeigt „Analysieren“ hier, was jeder deiner Züge verschenkt hat. Spiele einer
    Aufzeichnung analysierst du unter <a>Zuschauen</a>.
review-begun = Jeder Zug wird mit dem verglichen, was ein starker Bot getan hätte. Du kannst weiterspielen.
review-so-far = Was hier steht, ist sicher oder durch genügend Austeilungen belegt. Weitere Züge folgen.
review-done = Die Analyse ist fertig.
review-progress = Durchgespielte Austeilungen
review-closer = Genauer hinsehen: dauert einige Minuten, du kannst weiterspielen
review-yours = Deine Züge
review-of-seat = Die Züge von Platz { $seat } ({ $bot })
review-turned-on = Worauf es ankam
review-costliest = Was am meisten gekostet hat
review-costliest-none = Von keinem Zug ist bekannt, dass er etwas gekostet hat.
review-costliest-not-yet = Noch ist keiner bekannt.
review-curve = Gewinnchance nach jedem Zug
review-curve-about =
    Anteil der gewonnenen Spiele, wenn von da an das Modell auf allen Plätzen weiterspielt, mit
    Intervallen von 95 %. Ein Klick auf die Kurve oder die Pfeiltasten zeigen einen Zug.
review-first-turn = eigener Zug { $turn }
review-percent = { $percent } %
review-at-turn = Zug { $turn }, { $verdict }, Gewinnchance { $percent } %
review-at-turn-unplayed = Zug { $turn }, { $verdict }, Gewinnchance nicht durchgespielt
review-every-turn = Alle Züge
review-turn = Zug { $turn }: { $deed }
review-choice = Zug { $turn }: { $deed },
review-played = Gespielt
review-better = Besser
review-better-deed = Besser: { $deed }.
review-same = dasselbe
review-most = Höchstens
review-most-all = das ganze Brett
review-most-none = nichts
review-win = Gewinn
review-lost = Verlust, %
review-verdict = Urteil
review-rack = Dein Brett
review-before = Die Auslage vorher
review-after = Die Auslage nachher
review-try = Selbst versuchen
