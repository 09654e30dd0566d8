# Ein Spiel eines Menschen: Züge, Befehle, Tipps, Ergebnisse, Aufgaben, Stufen.

# Züge, wie sie erzählt werden. `before` sagt, was vor der Auslage kommt: zurückgelegte Steine oder
# ein gezogener.
turn-laid = { $you ->
    [yes] Du{ $before ->
        [back] {" legst"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, ziehst einen Stein und
        [draw] {" ziehst einen Stein und"}
       *[nothing] {""}
    }{ $opens ->
        [yes] {" legst"} { $tiles } als Erstauslage aus.
       *[no] {" legst"} { $tiles } aus.
    }
   *[no] { $who }{ $before ->
        [back] {" legt"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, zieht einen Stein und
        [draw] {" zieht einen Stein und"}
       *[nothing] {""}
    }{ $opens ->
        [yes] {" legt"} { $tiles } als Erstauslage aus.
       *[no] {" legt"} { $tiles } aus.
    }
}
turn-drew = { $you ->
    [yes] Du ziehst { $drawn }.
   *[no] { $who } zieht { $drawn }.
}
turn-passed = { $you ->
    [yes] Du{ $before ->
        [back] {" legst"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, ziehst einen Stein und
        [draw] {" ziehst einen Stein und"}
       *[nothing] {""}
    } passt.
   *[no] { $who }{ $before ->
        [back] {" legt"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, zieht einen Stein und
        [draw] {" zieht einen Stein und"}
       *[nothing] {""}
    } passt.
}
turn-penalty = { $you ->
    [yes] Du{ $before ->
        [back] {" legst"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, ziehst einen Stein,
        [draw] {" ziehst einen Stein,"}
       *[nothing] {""}
    } bekommst eine ungültige Auslage zurück und ziehst { $drawn }.
   *[no] { $who }{ $before ->
        [back] {" legt"} { $back ->
            [one] 1 Stein
           *[other] { $back } Steine
        } zurück, zieht einen Stein,
        [draw] {" zieht einen Stein,"}
       *[nothing] {""}
    } bekommt eine ungültige Auslage zurück und zieht { $drawn }.
}
drawn-tiles = { $count ->
    [one] einen Stein
   *[other] { $count } Steine
}
turn-broken-off = { $who } bricht das Spiel ab{ $kind ->
    [none] {""}
   *[other] {" "}({ $kind }): { $detail }
}.

# Die Namen von Plätzen in Sätzen.
seat-you = du
seat-player = Spieler { $number }
player-named = { $name } (Spieler { $number })
and-between = {" und "}

# Serien, die andere verändert haben.
changed-sets = { $count ->
    [one] Serie { $sets } { $change ->
        [extended] ist ergänzt
        [rebuilt] ist umgebaut
       *[new] ist neu
    }
   *[other] die Serien { $sets } { $change ->
        [extended] sind ergänzt
        [rebuilt] sind umgebaut
       *[new] sind neu
    }
}
change = { $change ->
    [kept] unverändert
    [extended] ergänzt
    [rebuilt] umgebaut
   *[new] neu
}

# Der Zug des Menschen.
sorted = { $by_value ->
    [yes] Das Brett ist nach Zahlen sortiert.
   *[no] Das Brett ist nach Farben sortiert.
}
put-back = Er geht zurück; du ziehst dafür { $tile }.
drew-first = Du hast { $tile } gezogen.
drew-first-again = Du hast { $tile } gezogen und hast schon einen solchen Stein: `back` legt ihn zurück, und du ziehst neu.
seat-line = { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}{ $rack ->
    [hidden] {""}
   *[open] {" "}({ $tiles })
}, { $opened ->
    [yes] mit Erstauslage
   *[no] ohne Erstauslage
}

# Warum etwas nicht geht.
edit-no-such-set = es gibt keine Serie { $set }; { $sets ->
    [0] auf dem Tisch liegt nichts
    [one] es gibt nur Serie 1
   *[other] sie gehen von 1 bis { $sets }
}
edit-not-on-rack = { $tile } steht nicht auf deinem Brett
edit-not-in-set = { $tile } liegt nicht in Serie { $set }
edit-must-stay = { $tile } lag schon vor deinem Zug auf dem Tisch und muss dort bleiben
edit-nothing-picked = kein Stein ist ausgewählt
edit-no-split = Serie { $set } lässt sich vor { $tile } nicht teilen: Auf einer Seite bliebe nichts
edit-no-join = zum Verbinden braucht es zwei Serien, etwa `join 2 5`
edit-nothing-to-undo = in diesem Zug gibt es nichts zurückzunehmen
edit-nothing-to-redo = in diesem Zug gibt es nichts zu wiederholen
command-nothing = du hast nichts eingegeben; `help` zeigt die Befehle
command-tiles = { $why }; `help` zeigt die Befehle
command-number = `{ $text }` ist nicht die Nummer einer Serie
command-expected = erwartet { $form ->
    [move] werden Steine und dann, wohin: `R6 > 2`, `R6 B6 > new`, `R7 from 3 > 5` oder `R6 > rack`
    [split] werden die Serie und der Stein, der ihren zweiten Teil beginnt: `split 3 R6`
    [sets] werden Steine, etwa `R3 R4 R5`; Serien trennt `;`
   *[numbers] werden die Nummern von Serien, etwa `join 2 5` oder `2 5 = R3 R4 R5 ; R6 R7 R8`
}
action-not-your-turn = du bist nicht am Zug
action-nothing-laid = du hast nichts gelegt; `draw` beendet deinen Zug ohne Auslage
action-tiles-laid = du hast { $tiles } gelegt; `end` beendet deinen Zug damit, `reset` nimmt alles zurück
action-moved = nimm zuerst zurück, was du bewegt hast: `reset`
action-fits-nowhere = `{ $tiles }` ist keine Serie und passt an keine auf dem Tisch; um Steine trotzdem zu legen, sag wohin: `> 2` oder `> new`
action-fits-often = `{ $tiles }` passt an die Serien { $sets }; sag, an welche: `{ $tiles } > { $first }`
action-solver = der Löser weiß keine Antwort: { $why }
refused-set = Serie { $set } { $why }

# Das Ende eines Spiels.
ended-you-out = Du bist fertig.
ended-out = { $who } ist fertig.
ended-pool = Der Pool ist leer, und niemand legt mehr aus.
ended-fault = { $who } hat das Spiel abgebrochen.
ended-endless = Das Spiel hatte so viele Züge, wie ein Spiel haben darf.
won-alone = Du gewinnst!
won-together = Du teilst dir den Sieg.
lost = Du verlierst.
won-by = { $alone ->
    [yes] { $who } gewinnt!
   *[no] { $who } teilen sich den Sieg.
}
result-line = { $who }: Platz { $place }{ $scored ->
    [yes] , { $points } Punkte
   *[no] {""}
}, { $tiles ->
    [none] keine Steine übrig
   *[some] übrig: { $rack }
}.

# Tipps.
hint-cannot-open = Für die Erstauslage reicht es nicht: Deine eigenen Serien zählen höchstens { $points } Punkte, nötig sind { $needed }.
hint-nothing = Du kannst nichts legen.
hint-can-open = Du kannst mit { $count ->
    [one] 1 Stein
   *[other] { $count } Steinen
} die Erstauslage machen. Deine eigenen Serien zählen bis zu { $points } Punkte, nötig sind { $needed }.
hint-can-lay = Du kannst { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
} legen.
hint-which = { $set ->
    [none] Schau auf dein Brett: In der Auslage ändert sich keine Serie.
   *[some] Schau auf die Serie { $tiles }.
} { $whose ->
    [champion] Der Champion würde legen
    [keeps] { hint-champion-keeps } So viel lässt sich höchstens legen
   *[most] So viel lässt sich höchstens legen
}: { $played }.
hint-all = { $whose ->
    [champion] Der Champion würde legen
    [keeps] { hint-champion-keeps } So viel lässt sich höchstens legen
   *[most] So viel lässt sich höchstens legen
}: { $played }. { $steps }
hint-champion-keeps = Der Champion würde seine Steine behalten.
hint-champion-lays = Der Champion würde { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
} legen.
hint-keeps = behält alle Steine
hint-own-choice = { $laid }; die eigene Wahl des Bots
hint-could-do-more = { $why }, obwohl mehr möglich wäre: { $other }
hint-goes-out = wird fertig mit { $count ->
    [one] 1 Stein
   *[other] { $count } Steinen
}
hint-opens = legt { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}, eine Erstauslage von { $points } Punkten
hint-lays = legt { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
} mit { $points } Punkten
hint-goal = { $laid }: { $goal ->
    [tiles] die meisten Steine, die sich legen lassen
    [value] die meisten Punkte, die sich legen lassen
    [keep-jokers] die meisten Steine ohne Joker
   *[fewest] die wenigsten Steine für die Erstauslage
}
hint-idle = { $draws ->
    [yes] zieht einen Stein
   *[no] passt
}{ $why ->
    [opening] : eigene Serien zählen höchstens { $points } Punkte, für die Erstauslage sind { $needed } nötig
    [nothing] : es lässt sich nichts legen
   *[choice] {""}
}

# Aufgaben.
puzzle-solved = { $out ->
    [yes] Gelöst: Du wirst fertig mit { $count ->
        [one] 1 Stein
       *[other] { $count } Steinen
    }.
   *[no] Gelöst: { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }.
}
puzzle-legal = Gültig, mit { $count ->
    [one] 1 Stein
   *[other] { $count } Steinen
}; { $wanted } lassen sich legen.
puzzle-not-better = Gültig, aber ein anderer Zug ist besser.
puzzle-waited = { $solved ->
    [yes] Gelöst: Hier ist Warten besser.
   *[no] Ein anderer Zug ist besser als Warten.
}
puzzle-better = Der bessere Zug legt { $count ->
    [0] nichts
    [one] 1 Stein
   *[other] { $count } Steine
}.
puzzle-better-tiles = Der bessere Zug legt { $tiles }.
puzzle-better-illegal = der bessere Zug gilt hier nicht: { $why }
puzzle-too-many-tiles = es sind zu viele Steine
puzzle-too-few = höchstens { $count ->
    [one] 1 Stein lässt
   *[other] { $count } Steine lassen
} sich legen

# Die Regeln für den Anfang.
primer-goal = Ziel: als Erster alle Steine seines Bretts auslegen.
primer-runs = Reihe: 3 oder mehr aufeinanderfolgende Zahlen einer Farbe ({ $tiles }){ $wrap ->
    [end] , auch mit der 1 am Ende ({ $past })
    [round] , auch über die { $largest } hinaus ({ $past })
   *[never] {""}
}{ $steps ->
    [yes] , auch in Zweierschritten ({ $in_twos })
   *[no] {""}
}.
primer-groups = Gruppe: eine Zahl in { $largest ->
    [3] 3
    [4] 3 oder 4
   *[other] 3 bis { $largest }
} verschiedenen Farben ({ $tiles }).{ $cap ->
    [none] {""}
   *[other] {" "}Sie gehört dem, der sie legt: höchstens { $cap }.
}
primer-joker = Ein Joker ({ $joker }) steht für jeden Stein.
primer-jokers = Joker stehen für: { $each }.
primer-joker-of-kind = { $joker } { $kind ->
    [double] zwei aufeinanderfolgende Zahlen oder zwei Farben
    [colour-change] eine Zahl, bei der eine Reihe die Farbe wechselt
    [mirror] die Mitte einer gespiegelten Serie
   *[classic] jeden Stein
}
primer-joker-stays = Ein Joker auf dem Tisch bleibt an seinem Platz.
primer-opening = { $points ->
    [0] Vom ersten Zug an darf man { $extend ->
        [yes] an alle Serien auf dem Tisch anlegen, sie aber nie auseinandernehmen.
       *[no] an alle Serien auf dem Tisch anlegen und sie umbauen.
    }
   *[other] Erstauslage: Serien nur vom eigenen Brett, zusammen { $points } Punkte. Danach darf man { $extend ->
        [yes] an alle Serien auf dem Tisch anlegen, sie aber nie auseinandernehmen.
       *[no] an alle Serien auf dem Tisch anlegen und sie umbauen.
    }
}
primer-turn = { $draw_first ->
    [yes] Jeder Zug beginnt mit dem Ziehen; dann legst du aus, oder du passt.
   *[no] Ein Zug: Leg mindestens einen Stein, oder zieh einen.
}

# Die Stufen.
level-beginner = übersieht das meiste auf dem Tisch und ändert je Zug höchstens eine Serie
level-easy = ändert je Zug höchstens eine Serie auf dem Tisch
level-casual = ändert je Zug höchstens zwei Serien auf dem Tisch
level-medium = legt in jedem Zug so viele Steine wie möglich
level-hard = legt alles, was geht, behält aber seine Joker bis zum Ende
level-expert = ebenso, und macht die Erstauslage nach Möglichkeit ohne Joker
level-patient = hält alles zurück, bis ein anderer nur noch fünf Steine hat
level-strong = macht die Erstauslage und hält dann alles zurück, bis es in einem Zug fertig wird
level-self-taught = lernte das Spiel zu zweit gegen sich selbst; hält zu mehreren oder mit anderen Steinen alles zurück
level-champion = hält ebenfalls alles zurück und spielt das Ende vorausschauend
