# Was die Engine einer Seite sagt.

engine-tile = { $colour } { $value }
engine-nothing-laid = Du hast noch nichts gelegt.
engine-choose-lie = { $set } kann eine Gruppe oder eine Reihe sein: Wähle, wie die Serie liegt.
engine-hint-alone = keine Serie aus diesen Steinen kann { $tiles } enthalten
engine-hint-together = { $tiles } können nicht alle zugleich in Serien liegen

# Warum eine Anfrage keine Antwort hat, wo ein Mensch die Ursache sein kann.
# Die Felder einer Frage heißen im Programm anders als auf der Seite.
engine-field = { $field ->
    [table] Auslage
    [rack] Brett
    [set] Serie
   *[other] { $field }
}
engine-tiles = { $field }, { $why }
engine-faulty-rules = die Spielregeln `{ $name }` gehen nicht: { $faults }
engine-no-rules = es gibt keine Spielregeln `{ $name }`; erwartet wird eines von { $known }{ $hint ->
    [yes] ; ist `{ $near }` gemeint?
   *[no] {""}
}
engine-empty-set = { $field } ist leer; erwartet werden Steine
engine-several-sets = { $field } hat { $sets } Serien; erwartet wird eine
engine-not-a-set = { $field }, Serie { $number }: { $why }
engine-table = { $field }: { $why }
engine-too-many = { $field } hat zu viele { $tile }: Im Spiel gibt es { $copies }
engine-too-many-together = Auslage und Brett haben zusammen zu viele { $tile }: Im Spiel gibt es { $copies }
engine-too-many-unseen = zu viele { $tile } sind verdeckt: Auslage und Brett lassen { $copies } übrig
engine-owner-count = { $field } hat { $owners } Einträge für eine Auslage mit { $sets } Serien; erwartet wird einer je Serie
engine-no-such-seat = { $field } nennt Platz { $seat }; die Plätze gehen von 0 bis { $most }
engine-too-many-groups = { $field } gibt Platz { $seat } { $groups } Gruppen; group_cap_per_player erlaubt { $most }
engine-not-judged = der Löser konnte nicht sagen, ob die Erstauslage genug zählt: { $why }
engine-too-many-jobs = { $jobs } Aufträge laufen; erst muss einer davon enden
engine-broken-down = der Auftrag ist abgebrochen, was ein Fehler des Programms ist
engine-no-game = es gibt kein Spiel { $game }
engine-no-level = es gibt keine Stufe `{ $level }`
engine-no-saved-game = das gespeicherte Spiel ist nicht zu lesen: { $why }
engine-other-plan = das gespeicherte Spiel hat einen anderen Plan
engine-saved-turn = Zug { $turn } des gespeicherten Spiels kann nicht gewesen sein: { $why }
engine-no-exercise = das gehört nicht zu einer Aufgabe
engine-no-review = es wurde keine Analyse begonnen
engine-not-over = das Spiel ist nicht zu Ende
engine-no-record = es ist keine Aufzeichnung geöffnet
engine-read-fault = { $what ->
    [foreign] das ist keine Datei mit aufgezeichneten Spielen
    [header] die Datei endet in ihrem Kopf, nach { $at } Byte
    [newer] die Datei hat das Format { $at }, das ein neueres Programm braucht
    [older] die Datei hat das Format { $at }, das ein älteres Programm braucht
    [torn] der letzte Block, bei Byte { $at }, ist abgebrochen
   *[damaged] der Block bei Byte { $at } ist beschädigt
}
engine-unreadable = die Aufzeichnung ist nicht zu lesen: { $why }
engine-no-recorded-game = die Aufzeichnung hat in Block { $block } kein Spiel { $game }
engine-no-replay = das Spiel lässt sich nicht nachspielen: { $why }
engine-no-redeal = auf deinem ersten Brett stehen keine Paare, für die nach diesen Regeln neu gemischt wird
engine-no-such-review-seat = es gibt keinen Platz { $seat }; Plätze zählen ab 0
engine-other-bots = der Plan nennt andere Bots als die Aufzeichnung
engine-plays-otherwise = die Bots spielen { $turn } jetzt anders, deshalb gibt es nichts zu vergleichen (aufgezeichnet mit { $program })
