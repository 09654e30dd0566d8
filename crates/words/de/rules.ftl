# Die Regeln in Sätzen. Eine Nachricht heißt nach `rule-` wie ihr Feld; sie kann den Wert jedes
# Feldes mit dessen Namen verwenden.

heading-game = Spiel
heading-deal = Verteilen
heading-opening = Erstauslage
heading-turn = Zug
heading-sets = Serien
heading-special-jokers = Besondere Joker, falls es welche gibt
heading-table = Auslage
heading-penalties = Zeit und Strafen
heading-end = Ende
heading-scores = Punkte

rule-name = Diese Regeln heißen { $name }.
rule-about = Kurz gesagt: „{ $about }“.
rule-colours = Die Steine gibt es in { $colour_count ->
    [one] 1 Farbe
   *[other] { $colour_count } Farben
}: { $colours }.
rule-values = Die Zahlen gehen von 1 bis { $values }.
rule-copies = { $copies ->
    [one] Es gibt 1 Stein
   *[other] Es gibt { $copies } Steine
} von jeder Zahl und Farbe.
rule-jokers = { $joker_count ->
    [0] Es gibt keinen Joker.
   *[other] Es gibt { $jokers }.
}
jokers-of-a-kind = { $kind ->
    [double] { $count } Doppeljoker
    [colour-change] { $count } Farbwechseljoker
    [mirror] { $count } Spiegeljoker
   *[classic] { $count } Joker
}

rule-hand = Jeder beginnt mit { $hand ->
    [one] 1 Stein
   *[other] { $hand } Steinen
}.
rule-jokers_dealt_each = { $jokers_dealt_each ->
    [0] Joker werden wie andere Steine verteilt.
    [one] Jeder bekommt sicher 1 Joker.
   *[other] Jeder bekommt sicher { $jokers_dealt_each } Joker.
}
rule-redeal_pairs = { $redeal_pairs ->
    [0] Kein erstes Brett gilt als schlecht.
    [one] Ein erstes Brett gilt als schlecht, wenn darauf mindestens 1 Paar steht, also zwei Steine gleicher Zahl und Farbe.
   *[other] Ein erstes Brett gilt als schlecht, wenn darauf mindestens { $redeal_pairs } Paare stehen; ein Paar sind zwei Steine gleicher Zahl und Farbe.
}
rule-redeal = { $redeal ->
    [never] Ein schlechtes erstes Brett wird gespielt, wie es ist.
    [ask] Wer ein schlechtes erstes Brett hat, kann verlangen, dass alle Steine neu gemischt werden.
   *[always] Solange jemand ein schlechtes erstes Brett hat, werden alle Steine neu gemischt.
}
rule-open_hands = { $open_hands ->
    [true] Jeder sieht die Steine aller.
   *[false] Niemand sieht die Steine eines anderen.
}

rule-opening_min = Die Erstauslage besteht aus Serien vom eigenen Brett und zählt mindestens { $opening_min ->
    [one] 1 Punkt
   *[other] { $opening_min } Punkte
}.
rule-opening_table_access = { $opening_table_access ->
    [none] Im Zug der Erstauslage bleiben die Serien auf dem Tisch, wie sie sind.
   *[after_threshold] Sobald die Erstauslage ihre Punkte hat, darf man im selben Zug die Serien auf dem Tisch nutzen.
}
rule-opening_jokers = { $opening_jokers ->
    [true] In der Erstauslage dürfen Joker liegen; sie zählen so viel wie die Steine, für die sie stehen.
   *[false] In der Erstauslage darf kein Joker liegen.
}

rule-draw_first = { $draw_first ->
    [true] Jeder Zug beginnt damit, dass man einen Stein zieht; danach legt man Steine aus oder passt.
   *[false] In jedem Zug legt man Steine aus, oder man zieht einen.
}
rule-dup_redraw = { $dup_redraw ->
    [never] Ein gezogener Stein bleibt auf dem Brett.
   *[optional] Wer den gezogenen Stein schon hat, darf ihn zurücklegen und einen anderen ziehen.
}
rule-must_play = Solange Steine im Pool sind, { $must_play ->
    [false] muss niemand auslegen.
    [true] muss auslegen, wer kann.
   *[opened] muss auslegen, wer kann; zur Erstauslage ist aber niemand verpflichtet.
}
rule-draw_until_able = { $draw_until_able ->
    [true] Wer zieht, zieht weiter, bis er auslegen kann, und legt dann im selben Zug aus.
   *[false] In einem Zug zieht man höchstens einen Stein, Strafsteine ausgenommen.
}
rule-rearrange_then_draw = { $rearrange_then_draw ->
    [true] Man darf Serien auch umbauen, ohne einen Stein zu legen, bevor man zieht.
   *[false] Man darf Serien nur umbauen, um einen Stein vom Brett zu legen.
}

rule-group_max = Eine Gruppe hat { $group_max ->
    [none] 3 oder mehr Steine
    [3] 3 Steine
   *[other] 3 bis { $group_max } Steine
} einer Zahl, jeden in einer anderen Farbe.
rule-max_run_len = Eine Reihe hat { $max_run_len ->
    [none] 3 oder mehr Steine
    [3] 3 Steine
   *[other] 3 bis { $max_run_len } Steine
} einer Farbe mit aufeinanderfolgenden Zahlen.
rule-wrap = { $wrap ->
    [false] Die 1 ist die niedrigste Zahl und folgt nie auf die höchste.
    [end] Eine Reihe darf mit der 1 hinter der höchsten Zahl enden, geht aber nicht weiter.
   *[true] Nach der höchsten Zahl darf eine Reihe mit 1, 2 und so fort weitergehen.
}
rule-step2 = { $step2 ->
    [true] Jede zweite Zahl in Folge, wie 2 4 6, ist auch eine Serie.
   *[false] Jede zweite Zahl in Folge, wie 2 4 6, ist keine Serie.
}
rule-max_jokers_per_set = { $max_jokers_per_set ->
    [none] In einer Serie dürfen neben einem Zahlenstein beliebig viele Joker liegen.
    [one] In einer Serie darf höchstens 1 Joker liegen.
   *[other] In einer Serie dürfen höchstens { $max_jokers_per_set } Joker liegen.
}

rule-mirror_value = { $mirror_value ->
    [middle] Ein Spiegeljoker zählt so viel wie die Zahl in der Mitte seiner Serie.
   *[zero] Ein Spiegeljoker zählt nichts.
}
rule-mirror_valley = { $mirror_valley ->
    [true] Die Zahlen neben einem Spiegeljoker dürfen zu ihm hin steigen oder fallen.
   *[false] Die Zahlen neben einem Spiegeljoker steigen zu ihm hin.
}
rule-mirror_min_half = Auf jeder Seite eines Spiegeljokers { $mirror_min_half ->
    [one] liegt mindestens 1 Zahl
   *[other] liegen mindestens { $mirror_min_half } Zahlen
}.
rule-max_cc_per_run = { $max_cc_per_run ->
    [none] In einer Reihe dürfen beliebig viele Farbwechseljoker liegen.
    [one] In einer Reihe darf höchstens 1 Farbwechseljoker liegen.
   *[other] In einer Reihe dürfen höchstens { $max_cc_per_run } Farbwechseljoker liegen.
}
rule-cc_adjacent = { $cc_adjacent ->
    [true] Zwei Farbwechseljoker dürfen nebeneinander liegen.
   *[false] Zwei Farbwechseljoker liegen nie nebeneinander.
}
rule-cc_at_low_end = { $cc_at_low_end ->
    [true] Ein Farbwechseljoker darf eine Reihe beginnen.
   *[false] Ein Farbwechseljoker beginnt nie eine Reihe.
}

rule-rearrange = { $rearrange ->
    [free] Die Serien auf dem Tisch darf man auseinandernehmen und neu legen.
   *[extend] An eine Serie auf dem Tisch darf man anlegen, an eine Reihe nur an den Enden; auseinandergenommen wird sie nie.
}
rule-joker_take = { $joker_take ->
    [free] { $rearrange ->
        [extend] Ein Joker bleibt in seiner Serie, an seinem Platz.
       *[free] Ein Joker darf seine Serie wie jeder andere Stein verlassen und liegt am Ende des Zuges wieder in einer Serie.
    }
   *[replaced] Ein Joker darf seine Serie nur verlassen, wenn ihn ein Stein ersetzt, für den er steht. Bis dahin wird an seine Serie nur an den Enden angelegt.
}
rule-joker_paid_by = { $joker_paid_by ->
    [rack] Der Stein, der ihn ersetzt, kommt vom Brett.
   *[any] { $joker_take ->
        [free] { $rearrange ->
            [extend] Kein Stein ersetzt ihn.
           *[free] Ein Joker muss nicht durch einen Stein ersetzt werden.
        }
       *[replaced] Der Stein, der ihn ersetzt, kommt vom Brett oder vom Tisch.
    }
}
rule-joker_group3 = { $joker_group3 ->
    [one] In einer Dreiergruppe steht ein Joker für jede Farbe, die fehlt.
   *[both] Für den Joker einer Dreiergruppe muss man einen Stein jeder fehlenden Farbe legen.
}
rule-joker_reuse = { $joker_reuse ->
    [anywhere] { $joker_take ->
        [free] { $rearrange ->
            [extend] So wird kein Joker frei.
           *[free] Ein Joker, der seine Serie verlassen hat, darf in jeder Serie liegen.
        }
       *[replaced] Ein Joker, der seine Serie verlassen hat, darf in jeder Serie liegen.
    }
    [new-set] Ein Joker, der seine Serie verlassen hat, liegt in einer neuen Serie: einer, die keine alte Serie ganz enthält.
   *[new-set-rack] Ein Joker, der seine Serie verlassen hat, liegt in einer Serie aus Steinen vom Brett, von denen mindestens zwei keinen Joker ersetzt haben.
}
rule-group_cap_per_player = { $group_cap_per_player ->
    [none] Ein Spieler darf beliebig viele Gruppen besitzen.
    [one] Ein Spieler darf höchstens 1 Gruppe besitzen.
   *[other] Ein Spieler darf höchstens { $group_cap_per_player } Gruppen besitzen.
}
rule-group_access = { $group_access ->
    [anyone] Jeder darf die Gruppen aller nutzen.
    [attach_only] Die anderen dürfen an eine Gruppe anlegen; wegnehmen darf nur ihr Besitzer.
   *[owner_only] Nur ihr Besitzer darf eine Gruppe verändern.
}

rule-turn_seconds = { $turn_seconds ->
    [none] Für einen Zug gibt es kein Zeitlimit.
    [one] Für einen Zug gilt ein Zeitlimit von 1 Sekunde.
   *[other] Für einen Zug gilt ein Zeitlimit von { $turn_seconds } Sekunden.
}
rule-timeout_claim = { $timeout_claim ->
    [true] Die Zeit ist erst um, wenn ein anderer Spieler es sagt.
   *[false] Die Zeit ist um, sobald das Limit erreicht ist.
}
rule-timeout_keeps_legal_part = { $timeout_keeps_legal_part ->
    [true] Ist die Zeit um, bleiben gültige Serien liegen, und lose Steine gehen zurück.
   *[false] Ist die Zeit um, geht alles zurück, was in dem Zug gelegt wurde.
}
rule-timeout_penalty = Ist die Zeit um und nichts kann liegen bleiben, { $timeout_penalty ->
    [0] gibt es keinen Strafstein
    [one] gibt es 1 Strafstein
   *[other] gibt es { $timeout_penalty } Strafsteine
}.
rule-invalid_penalty = Eine ungültige Auslage geht zurück, und { $invalid_penalty ->
    [0] es gibt keinen Strafstein
    [one] es gibt 1 Strafstein
   *[other] es gibt { $invalid_penalty } Strafsteine
}.

rule-empty_pool_procedure = Wer alle Steine ausgelegt hat, beendet das Spiel und gewinnt. { $empty_pool_procedure ->
    [until_all_pass] Ist der Pool leer, wird weitergespielt, bis niemand mehr einen Stein legt.
    [one_round_from_drawer] Ist der letzte Stein gezogen, hat jeder noch einen Zug; es beginnt, wer ihn gezogen hat.
    [one_round_from_next] Ist der letzte Stein gezogen, hat jeder noch einen Zug; es beginnt der nächste Spieler.
   *[stop] Ist der letzte Stein gezogen, endet das Spiel.
}
rule-must_play_when_empty = Ist der Pool leer, { $must_play_when_empty ->
    [false] muss niemand auslegen.
    [true] muss auslegen, wer kann.
   *[opened] muss auslegen, wer kann; zur Erstauslage ist aber niemand verpflichtet.
}
rule-stalemate = { $stalemate ->
    [lowest_rack] Wird niemand fertig, gewinnt, wer die wenigsten Punkte auf dem Brett hat.
   *[fewest_tiles] Wird niemand fertig, gewinnt, wer die wenigsten Steine auf dem Brett hat.
}

rule-empty_pool_score = { $empty_pool_score ->
    [relative] Wer fertig wird, bekommt die Punkte auf den anderen Brettern gut, und jeder andere verliert die eigenen. Wird niemand fertig, verliert jeder nur, was er mehr auf dem Brett hat als der Sieger.
    [full] Der Sieger bekommt die Punkte auf den anderen Brettern gut, und jeder andere verliert die eigenen, ob jemand fertig wurde oder nicht.
    [own_negative] Wer fertig wird, bekommt die Punkte auf den anderen Brettern gut, und jeder andere verliert die eigenen. Wird niemand fertig, verliert jeder die eigenen, auch der Sieger.
   *[none] Punkte werden nicht aufgeschrieben; nur der Sieg zählt.
}
rule-rack_penalty = { $rack_penalty_differs ->
    [yes] Auf dem Brett zählen diese Strafpunkte: { $rack_penalty }.
   *[no] { $rack_penalty ->
        [one] Ein Joker auf dem Brett zählt 1 Strafpunkt.
       *[other] Ein Joker auf dem Brett zählt { $rack_penalty } Strafpunkte.
    }
}
points-of-a-joker = { $kind ->
    [double] ein Doppeljoker { $points }
    [colour-change] ein Farbwechseljoker { $points }
    [mirror] ein Spiegeljoker { $points }
   *[classic] ein Joker { $points }
}
rule-unopened_penalty = { $unopened_penalty ->
    [off] Wer keine Erstauslage gemacht hat, verliert wie alle anderen die Punkte auf seinem Brett.
   *[flat] Wird ein anderer fertig, verliert ein Spieler ohne Erstauslage { $could_not_open ->
        [one] 1 Punkt
       *[other] { $could_not_open } Punkte
    } statt der Punkte auf seinem Brett, oder { $could_open }, wenn er hätte auslegen können.
}
rule-unopened_rank_value = { $unopened_rank_value ->
    [flat] Wird niemand fertig und verliert jeder die eigenen Punkte, so zählt auch dann für einen Spieler ohne Erstauslage die feste Summe statt seines Brettes.
   *[rack] Wird niemand fertig, zählt das Brett, mit Erstauslage oder ohne.
}
rule-match_order = { $match_order ->
    [total] Über mehrere Spiele gewinnt, wer insgesamt die meisten Punkte hat.
    [placement] Über mehrere Spiele zählen die Platzierungspunkte der einzelnen Spiele.
   *[wins] Über mehrere Spiele zählen die meisten gewonnenen Spiele.
}
rule-tie_first_points = Wenn Plätze zählen, bekommt jeder der gemeinsamen Ersten { $tie_first_points ->
    [one] 1 Punkt
   *[other] { $tie_first_points } Punkte
}.

# Was ein Feld bedeutet.
field-name = Name, unter dem Befehle das Regelsystem kennen.
field-about = Eine Zeile für Listen.
field-colours = Farben der Steine: Buchstaben oder wie viele (1 bis 6).
field-values = Die Zahlen gehen von 1 bis hierher (3 bis 15).
field-copies = Wie oft es jeden Zahlenstein gibt (1 bis 3).
field-jokers = Joker im Spiel (0 bis 8 von jeder Art): einfache J, Doppeljoker D, Farbwechseljoker C, Spiegeljoker M.
field-hand = Steine auf jedem Brett nach dem Verteilen.
field-draw_first = Ob jeder Zug damit beginnt, dass man zieht. Wenn nicht, zieht man statt auszulegen.
field-dup_redraw = Ob ein zuerst gezogener Stein, der schon auf dem Brett steht, gegen einen anderen getauscht werden darf: never (nie) oder optional.
field-must_play = Ob auslegen muss, wer kann, solange Steine im Pool sind; "opened" gilt nur nach der Erstauslage.
field-draw_until_able = Ob man weiterzieht, bis man einen Stein legen kann.
field-redeal_pairs = Paare auf einem Brett, mit denen neu gemischt werden darf.
field-redeal = Ob dann neu gemischt wird: never (nie), ask (ein Mensch entscheidet) oder always (immer).
field-jokers_dealt_each = Joker, die jeder zu Beginn bekommt; sie gehören zu den Steinen aus `hand`.
field-opening_min = Punkte, die die Erstauslage mit eigenen Serien erreichen muss.
field-opening_table_access = Was man im Zug der Erstauslage mit dem Tisch tun darf: none (nichts) oder after_threshold (nach den nötigen Punkten alles).
field-opening_jokers = Ob in der Erstauslage Joker liegen dürfen.
field-max_jokers_per_set = Meiste Joker in einer Serie, alle Arten zusammen, oder none.
field-max_run_len = Längste Reihe, in Zahlen, oder none.
field-wrap = Ob eine Reihe nach der höchsten Zahl mit 1 weitergehen darf; mit "end" endet sie mit dieser 1.
field-step2 = Ob Reihen in Zweierschritten Serien sind.
field-group_max = Größte Gruppe, oder none für so viele Steine, wie es Farben gibt.
field-group_cap_per_player = Meiste Gruppen, die ein Spieler nach einem Zug besitzen darf, oder none, wenn Gruppen niemandem gehören.
field-group_access = Was man mit den Gruppen eines anderen tun darf: anyone (alles), attach_only (nur anlegen) oder owner_only (nichts).
field-mirror_value = Was ein Spiegeljoker zählt: middle (die mittlere Zahl) oder zero (nichts).
field-mirror_valley = Ob eine Spiegelreihe zu ihrer Mitte hin fallen darf.
field-mirror_min_half = Wenigste Zahlen auf jeder Seite einer Spiegelserie (1 oder 2).
field-max_cc_per_run = Meiste Farbwechseljoker in einer Reihe, oder none.
field-cc_adjacent = Ob zwei Farbwechseljoker nebeneinander liegen dürfen.
field-cc_at_low_end = Ob ein Farbwechseljoker am niedrigen Ende einer Reihe liegen darf.
field-rearrange = Was man mit den Serien auf dem Tisch tun darf: free (auseinandernehmen und neu legen) oder extend (jede bleibt ganz).
field-joker_take = Wie ein Joker seine Serie verlässt: free (frei) oder replaced (nur, wenn ihn ein Stein ersetzt, für den er steht).
field-joker_paid_by = Woher dieser Stein kommt: any (Brett oder Tisch) oder rack (Brett).
field-joker_group3 = Was der Joker einer Dreiergruppe kostet: one (eine der fehlenden Farben) oder both (jede von ihnen).
field-joker_reuse = Wohin ein freier Joker darf: anywhere (überallhin), new-set (in eine neue Serie) oder new-set-rack (mit zwei weiteren Steinen vom Brett).
field-rearrange_then_draw = Ob man den Tisch umbauen darf, ohne einen Stein zu legen, bevor man zieht.
field-turn_seconds = Sekunden für jeden Zug, oder none. Spiele zwischen Programmen haben keine Uhr; das ist für Menschen.
field-timeout_claim = Ob die Uhr nur gilt, wenn ein anderer Spieler es verlangt.
field-timeout_penalty = Strafsteine, wenn die Zeit um ist und der Tisch nicht gültig liegt.
field-timeout_keeps_legal_part = Ob der gültige Teil eines Zuges bleibt, wenn die Zeit um ist.
field-invalid_penalty = Strafsteine für eine ungültige Auslage.
field-empty_pool_procedure = Was geschieht, sobald der Pool leer ist.
field-must_play_when_empty = Ob auslegen muss, wer kann, sobald der Pool leer ist; "opened" gilt nur nach der Erstauslage.
field-empty_pool_score = Wie ein Spiel gezählt wird, das mit leerem Pool endete.
field-stalemate = Wer ein Spiel gewinnt, das mit leerem Pool endete: lowest_rack (wenigste Punkte) oder fewest_tiles (wenigste Steine).
field-rack_penalty = Strafpunkte für einen Joker auf dem Brett, je Art.
field-unopened_penalty = Strafpunkte eines Spielers ohne Erstauslage, wenn ein anderer fertig wird.
field-unopened_rank_value = Was das Brett eines solchen Spielers bei leerem Pool zählt.
field-open_hands = Ob die Bretter offen liegen. Bots sehen, was die Regeln zeigen.
field-match_order = Erster Maßstab über mehrere Spiele.
field-tie_first_points = Platzierungspunkte jedes Spielers, der den ersten Platz teilt.

# Die mitgelieferten Regelsysteme.
about-original = Originalregeln, 2005: Joker auf dem Brett 50, bei leerem Pool weiter, bis niemand mehr kann
about-tournament = Turnierregeln des Klubs, 2014: Joker auf dem Brett 30, bei leerem Pool eine letzte Runde
about-twist = Rummikub Twist: acht Joker von vier Arten, Joker auf dem Brett 30, bei leerem Pool noch ein Zug für jeden
about-house = Hausvariante: sechs Farben, erst ziehen, dann legen, Reihen über die 13 hinaus, Gruppenstapel, keine Punkte
about-tournament-2007 = Turnierregeln des Klubs vor 2008: Joker auf dem Brett 50
about-reference = Die Regeln der Vergleichszahlen: Joker 30, bei leerem Pool freies Passen, ohne 100/200
about-six = Ausgabe für sechs Spieler: 160 Steine, drei von jeder Zahl, und vier Joker
about-leaflet = Die heutige Anleitung: Joker auf dem Brett 30, ohne 100/200, bei leerem Pool noch ein Zug für jeden
about-sabra = Das Buch von 1978: Ein Joker verlässt seine Serie nur für den Stein, für den er steht, vom Brett
about-pressman = Pressman 1980: Der Joker einer Dreiergruppe kostet einen Stein jeder der beiden fehlenden Farben
about-german-1990 = Deutsche Anleitungen vor 2005: ein Joker je Serie, ersetzt durch einen Stein vom Brett
about-beginners = Ein erstes Spiel: An Serien auf dem Tisch wird angelegt, umgebaut wird nie

# Der Befehl `rules`.
rules-system = System
rules-about = Beschreibung
rules-field = Feld
rules-value = Wert
rules-meaning = Bedeutung
rules-how-to-show = `rummilab rules NAME` zeigt eines davon.
rules-letters = Buchstaben der Steine:
rules-tiles = { $tiles } Steine: { $letters }
rules-differs = anders als in { $base }
rules-changed-from = { $base } mit den Änderungen, die * markiert
rules-changed-by-options = { $about }, geändert mit --option

# Was an einem Feld falsch ist.
rule-fault-placed = { $place }{ $typed ->
    [yes] Option `{ $option }`:{" "}
   *[no] {""}
}{ $why }
rule-fault-unknown = `{ $field }` ist kein Feld einer Regel; { $known ->
    [yes] ist `{ $near }` gemeint?
   *[no] `rummilab rules original` zählt die Felder auf
}
rule-fault-missing = `{ $field }` fehlt; schreibe es hin, oder nenne eine `base`, aus der es stammt
rule-fault-no-value = `{ $field }` hat keinen Wert; erwartet wird Feld=Wert
rule-fault-shape = `{ $field }` hat einen Wert der falschen Art; erwartet wird { $expected }
rule-fault-range = `{ $field }` ist { $found }; erwartet wird { $expected }
rule-fault-system = `{ $field }` nennt keine Spielregeln; erwartet wird eines von { $known }
expected-colours = { $a } bis { $b } verschiedene Farben
expected-racks = 1 bis { $a }, damit zwei Bretter aus { $b } Steinen gegeben werden können
expected-each-kind = 0 bis { $a } von jeder Art
expected-dealt-jokers = 0 bis { $a }, damit zwei Spieler so viele haben können
expected-reachable = 0 bis { $a }, so viel wie alle Steine zusammen
expected-whole-number = eine ganze Zahl von 0 bis { $a }
expected-number-or-none = eine ganze Zahl oder "none"
expected-number-or-text = eine ganze Zahl oder ein Text in Anführungszeichen
expected-limit = 0 bis { $a } oder "none"
expected-range = { $a } bis { $b }
expected-word = ein Wort
expected-one-or-two = 1 oder 2
expected-no-redraw = "never", wo draw_first aus ist
expected-no-drawing = false, außer wenn must_play true und draw_first aus ist
expected-pairs = mindestens 1, außer wenn redeal "never" ist
expected-length-of-colours = 3 oder mehr oder "none" für so viele, wie es Farben gibt
expected-length = 3 oder mehr oder "none"
expected-free = "free", weil besondere Joker im Spiel sind
expected-where-free = { $a }, wo joker_take "free" ist
expected-most-colours = höchstens { $a } Farben
expected-letters = Buchstaben von { $a }
expected-numbers-of-jokers = eine Zahl wie 2 oder eine Tabelle wie { $a }
expected-penalty = [konnte nicht auslegen, konnte auslegen] wie [100, 200] oder "off"
expected-must-play = true, false oder "opened"
expected-one-of = eines von { $a }
expected-two = { $a } oder { $b }
expected-smaller = eine kleinere Zahl
expected-switch = true oder false
expected-text = ein Text
expected-wrap = true, false oder "end"
