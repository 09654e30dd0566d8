# Steine, Farben, Joker, Aufzählungen.

list = { $rest } und { $last }
list-of-nothing = nichts
tiles = { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}
colour = { $colour ->
    [red] rot
    [pink] rosa
    [blue] blau
    [black] schwarz
    [orange] orange
    [yellow] gelb
    [white] weiß
   *[green] grün
}
joker = { $kind ->
    [double] Doppeljoker
    [colour-change] Farbwechseljoker
    [mirror] Spiegeljoker
   *[classic] Joker
}
lies-as-group = Gruppe mit { $value }
lies-as-run = { $step ->
    [2] Zweierreihe { $first } bis { $last }
   *[1] Reihe { $first } bis { $last }
}

# Ein Stein, der nicht zu lesen ist.
not-a-tile = Spalte { $column }: `{ $token }` { $known ->
    [yes] gibt es in diesen Regeln nicht
   *[no] ist kein Stein
}; erwartet wird { $colours } mit einer Zahl von 1 bis { $values }{ $jokers }
or-a-joker = , oder { $joker }
too-many-of-a-tile = Spalte { $column }: `{ $token }` ist einer zu viel; jeden Stein gibt es höchstens { $copies }-mal
empty-set = Spalte { $column }: `{ $token }` { $side ->
    [ends] beendet
   *[begins] beginnt
} eine leere Serie; in jede Serie gehört mindestens ein Stein

# Schritte eines Zuges.
step-take = nimm { $tiles } aus { $from }
step-split = teile { $set } in { $parts }
step-join = verbinde { $parts } mit { $last } -> { $set }
step-lay-new = lege { $tiles } vom Brett als neue Serie
step-lay-on = lege { $tiles } vom Brett an { $on } an -> { $set }

# Ein Löser ohne Antwort.
solver-unsupported = der Löser { $solver } kann nicht mit `{ $option }` umgehen
solver-too-many-copies = auf Tisch und Brett sind mehr { $tile }, als es im Spiel gibt
solver-wrong = der Löser { $solver } gab eine falsche Antwort: { $fault }
solver-gave-up = der Löser { $solver } gab auf: { $stop ->
    [nodes] es wären zu viele Möglichkeiten zu prüfen
   *[time] die Zeit war um
}
