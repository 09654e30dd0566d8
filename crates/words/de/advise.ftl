# Rat am echten Tisch.

# Warum eine Zeile nicht zu verstehen ist.
line-nothing = du hast nichts eingegeben
line-help = { $why }; `help` zeigt, was man eingeben kann
line-owner = `@{ $text }`: erwartet wird der Platz eines Besitzers, etwa `7RBK @1`
line-no-rack = zuerst dein Brett: `rack R3-5 K7 J` und so weiter
line-no-line = es gibt keine Zeile { $line }; es gibt { $lines }
line-no-undo = `undo { $text }`: erwartet wird, wie viele der { $lines } Zeilen zurückgenommen werden
line-impossible = Zeile { $line }: { $why }

# Warum eine Zeile nicht sein kann.
table-open-racks = open_hands: Zu Spielen mit offenen Brettern gibt es keinen Rat, weil keine Zeile sagt, was andere ziehen
table-seats = ein Spiel hat 2 bis { $most } Spieler und Plätze ab 0: nicht { $players } Spieler mit dir auf Platz { $seat }
table-names = { $names } Namen für { $players } Spieler: Jeder braucht einen, in der Reihenfolge der Plätze
table-rack-size = auf dem Brett stehen { $tiles } Steine, verteilt werden { $dealt }
table-copies = { $tile } kann hier nicht sein: alle { $copies } liegen auf dem Tisch, stehen auf deinem Brett oder sind doppelt genannt
table-too-many = { $who } hat { $tiles ->
    [one] 1 Stein
   *[other] { $tiles } Steine
}, da lassen sich keine { $laid } legen
table-no-fit = { $tiles } passen nicht: Kein Umbau legt sie und sonst nichts
table-no-opening = { $tiles } sind keine Erstauslage: Nötig sind eigene Serien{ $points ->
    [0] {""}
   *[other] {" "}mit { $points } Punkten
}
table-other-turn = am Zug { $you ->
    [yes] bist du
   *[no] ist { $who }
}
table-which-tiles = was hast du gezogen? Nenne { $tiles ->
    [one] einen Stein
   *[other] { $tiles } Steine
}, etwa `d K5`
table-hidden-tiles = niemand sieht, was andere ziehen; `d` genügt
table-other-table = { $empty ->
    [yes] auf dem Tisch liegt nichts
   *[no] auf dem Tisch liegen { $tiles }, also andere Steine
}
table-nothing-back = nichts darf zurück: nur der gerade gezogene Stein, wenn auf dem Brett noch ein solcher steht
table-no-owners = nach diesen Regeln gehören Serien niemandem
table-too-many-groups = { $who } hätte { $groups } Gruppen, erlaubt sind { $most }
table-no-group-of = { $set } kann nicht { $who } gehören
table-drawn-already = dieser Zug hat schon mit dem Ziehen begonnen
table-too-few-tiles = so viele Steine gibt es nicht
table-over = das Spiel ist zu Ende

# Ein Spieler ohne Namen.
advise-player = Spieler { $number }

# Die Antwort auf eine Zeile.
advise-taken-back = zurückgenommen: { $line }
advise-nearest = Meinst du `{ $text }`? Dann gib ein: { $command }
advise-nearest-again = Meinst du `{ $text }` in Zeile { $line }? Dann gib dies ein und danach die neue Zeile noch einmal: { $command }
advise-rack-first = Zuerst dein Brett, etwa: rack R3-5 K7 J (help: was man eingeben kann)
advise-table = Auslage: { $table }.
advise-table-empty = Auslage: nichts.
advise-rack = Dein Brett: { $rack }. Pool: { $pool ->
    [one] 1 Stein
   *[other] { $pool } Steine
}.
advise-your-groups = Deine Gruppen: { $sets }.
advise-groups = Gruppen von { $who }: { $sets }.
advise-you-are-out = du bist fertig
advise-seat-is-out = { $who } ist fertig
advise-pool-is-empty = der Pool ist leer, und niemand legt mehr aus
advise-which-draw = Dein Zug beginnt mit dem Ziehen: Sag, was du gezogen hast, etwa d K5.
advise-may-put-back = Du bist am Zug. Der gerade gezogene Stein darf zurück: Gib back ein und den Stein, den du dafür gezogen hast.
advise-your-turn = Du bist am Zug.
advise-seat-to-move = Am Zug ist { $who } mit { $count ->
    [one] 1 Stein
   *[other] { $count } Steinen
}.
advise-best = Am besten: { $play }
advise-bot-same = Der Bot täte dasselbe. { $why }
advise-bot-waits = Der Bot würde warten. { $play }
advise-bot-lays = Der Bot würde legen: { $play }
advise-how = { $tiles }. So: { $steps }.
advise-next = Der nächste Spieler wird dann in { $exact ->
    [yes] {""}
   *[no] {"etwa "}
}{ $percent } % der Fälle fertig.
advise-draw = { $tile } ({ $percent } %: { $out ->
    [yes] du wirst fertig
   *[no] { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }
})
advise-draws = Ziehen hilft in { $percent } % der Fälle: { $draws }{ $more ->
    [0] {""}
    [one] {" "}und 1 weitere Art
   *[other] {" "}und { $more } weitere Arten
}.
advise-most-tiles = die meisten Steine, die sich legen lassen
advise-keeps-all = behält alle { $rack } Steine, solange es geht, obwohl { $most } liegen könnten
advise-draws-and-keeps = zieht und hält alle Steine zusammen: { $most } von { $rack } könnten jetzt liegen
advise-keeps-some = legt { $laid ->
    [one] 1 Stein
   *[other] { $laid } Steine
} und behält { $kept ->
    [one] 1 Stein
   *[other] { $kept } Steine
}, obwohl { $most } liegen könnten
advise-lays = legt { $laid ->
    [one] 1 Stein
   *[other] { $laid } Steine
}
advise-risk = { $why }; der nächste Spieler wird in { $percent } % der Fälle fertig statt in { $otherwise } %
advise-help = {"  "}{ $rack }  dein Brett; das zuerst
    {"  "}{ $a }7-9                gelegt, vom Spieler am Zug; auch: they laid { $a }7-9 (andere), I laid { $a }7-9 (du)
    {"  "}d                   gezogen; wenn du gezogen hast, sag was: d { $c }5
    {"  "}p                   gepasst
    {"  "}back { $c }5             { $c }5 für den zurückgelegten Stein gezogen, wo Züge mit dem Ziehen beginnen
    {"  "}penalty             ungültig: Strafsteine; wenn du sie gezogen hast, sag welche
    {"  "}best, choice        du hast getan, was am besten ist oder was der Bot gewählt hat
    {"  "}table { $a }3-5; 7{ $a }{ $b }{ $c }    wie die Serien liegen, wenn sie anders liegen; 7{ $a }{ $b }{ $c } @1 gehört Platz 1
    {"  "}undo, undo 3        die letzte Zeile zurücknehmen, die letzten drei
    {"  "}fix 4 { $a }7-9          eine andere Zeile 4
    {"  "}lines, show, help, quit: die Zeilen, der Stand, diese Hilfe, aufhören
    Steine: { $a }3-5 ist { $a }3 { $a }4 { $a }5, 7{ $a }{ $b }{ $c } ist { $a }7 { $b }7 { $c }7. Buchstaben: { $letters }.
