# Warum Steine keine Serie sind. Serien werden mit ihren Steinen genannt.

set-order = `{ $set }` gilt nur in einer anderen Reihenfolge, etwa `{ $other }`
set-too-few-tiles = `{ $set }` hat zu wenige Steine: { $tiles }; eine Serie hat mindestens 3
set-no-number-tile = `{ $set }` hat keinen Zahlenstein; eine Serie hat mindestens einen
set-too-many-jokers = `{ $set }` hat zu viele Joker; eine Serie hat höchstens { $most }
set-neither = `{ $set }` ist weder eine Gruppe (eine Zahl, verschiedene Farben) noch eine Reihe (eine Farbe, aufeinanderfolgende Zahlen)
set-colour-twice = `{ $set }` hat zwei Steine der Farbe { $colour }; in einer Gruppe sind die Farben verschieden
set-group-too-large = `{ $set }` hat zu viele Steine: { $tiles }; eine Gruppe hat höchstens { $most }
set-run-too-long = `{ $set }` hat zu viele Steine: { $tiles }; eine Reihe hat höchstens { $most }
set-value-twice = `{ $set }` hat die Zahl { $value } zweimal; in einer Reihe folgen die Zahlen aufeinander
set-gap = `{ $set }` hat eine Lücke; in einer Reihe folgen die Zahlen aufeinander
set-not-mirrored = `{ $set }` ist keine Spiegelserie: Beide Seiten von M zeigen von außen nach innen dieselbe Gruppe oder Reihe, und für M ist Platz
set-mirror-jokers = `{ $set }` hat { $jokers } Spiegeljoker; eine Serie hat höchstens einen
set-colour-change-in-group = `{ $set }` ist keine Reihe; ein Farbwechseljoker gehört nur in Reihen
set-doubled-group-too-large = `{ $set }` steht für eine Gruppe von { $slots }, weil D zwei Steine ist; eine Gruppe hat höchstens { $most }
set-no-run-with-colour-change = `{ $set }` ist keine Reihe: C nimmt eine eigene Zahl ein, und die Farbe wechselt dort und sonst nirgends
set-no-set-with-double = `{ $set }` ist weder eine Gruppe noch eine Reihe: D steht für zwei aufeinanderfolgende Zahlen oder für zwei Farben einer Gruppe

# Warum ein Zug nicht gültig ist.

illegal-not-played = { $tile } liegt in der neuen Auslage, aber weder in der alten noch unter den gelegten Steinen
illegal-nothing-laid = vom Brett wurde kein Stein gelegt
illegal-tile-missing = { $tile } lag auf dem Tisch und fehlt
illegal-tile-not-owned = { $tile } liegt weder in der alten Auslage noch auf dem Brett
illegal-tile-not-laid = { $tile } sollte gelegt werden, liegt aber nicht in der neuen Auslage
illegal-too-many-copies = es sind mehr { $tile }, als es im Spiel gibt
illegal-not-a-set = `{ $set }` ist keine gültige Serie
illegal-opening-touches-table = im Zug der Erstauslage muss `{ $set }` bleiben, wie es war
illegal-opening-joker = in `{ $set }` liegt ein Joker, was diese Regeln in der Erstauslage verbieten
illegal-opening-not-judged = die Punkte der Erstauslage ließen sich nicht ermitteln: { $why }
illegal-opening-too-small = die Erstauslage zählt { $value } Punkte, nötig sind { $needed }
illegal-reading-open = `{ $set }` kann eine Gruppe oder eine Reihe sein; schreib `{ $set }:group` oder `{ $set }:run`
illegal-set-rearranged = an `{ $set }` darf nur angelegt werden: Die Steine bleiben zusammen, und eine Gruppe behält ihren Besitzer (`rearrange`)
illegal-joker-not-replaced = ein Joker hat `{ $set }` verlassen oder seinen Platz darin gewechselt, ohne dass ihn ein Stein ersetzt, für den er steht (`joker_take`)
illegal-joker-paid-by-table = ein Joker von `{ $set }` wurde durch einen Stein vom Tisch ersetzt, nicht vom Brett (`joker_paid_by`)
illegal-joker-of-group-of-three = um einen Joker von `{ $set }` frei zu bekommen, ist ein Stein jeder fehlenden Farbe nötig (`joker_group3`)
illegal-joker-reused = { $rule ->
    [new-set] ein frei gewordener Joker muss in einer Serie liegen, die keine alte Serie ganz enthält (`joker_reuse`)
    [new-set-rack] ein frei gewordener Joker muss in einer Serie aus Steinen vom Brett liegen, von denen mindestens zwei keinen Joker ersetzt haben (`joker_reuse`)
   *[anywhere] ein frei gewordener Joker muss auf dem Tisch liegen
}
illegal-joker-keeps-owner = `{ $set }` behält seinen Joker und damit seinen Besitzer
illegal-opening-takes-joker = im Zug der Erstauslage muss `{ $set }` ganz bleiben; nur anlegen ist erlaubt
illegal-too-many-groups = der Spieler hätte { $groups } Gruppen, erlaubt sind höchstens { $most }
illegal-group-taken-from = `{ $set }` ist die Gruppe eines anderen Spielers, aus der nach diesen Regeln niemand einen Stein nehmen darf
illegal-group-changed = `{ $set }` ist die Gruppe eines anderen Spielers, die nach diesen Regeln sonst niemand verändern darf
illegal-wrong-owner = `{ $set }` kann keine Gruppe von Platz { $owner } sein: Sie setzt keine Gruppe dieses Platzes fort
illegal-run-with-owner = `{ $set }` ist eine Reihe und gehört niemandem
illegal-group-without-owner = `{ $set }` ist eine Gruppe und muss jemandem gehören
illegal-draw-is-first = nach diesen Regeln beginnt jeder Zug mit dem Ziehen; leg aus oder passe
illegal-nothing-to-put-back = in diesem Zug wurde kein Stein gezogen, der in den Pool zurückdarf
illegal-no-such-place = der Pool hat keine Stelle { $place } für den Stein, er hat { $places } Stellen
illegal-pool-empty = der Pool ist leer, es gibt nichts zu ziehen
illegal-pass-with-pool = passen darf man nur, wenn der Pool leer ist; { $tiles } Steine sind noch im Pool
illegal-pass-while-able = du kannst einen Stein legen, deshalb darfst du nach diesen Regeln nicht passen
illegal-draw-while-able = du kannst einen Stein legen, deshalb darfst du nach diesen Regeln nicht ziehen
illegal-game-over = das Spiel ist zu Ende
