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
opening-points = Erstauslage: { $points } von { $needed }
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
learn-own-none = Teure Züge eines Spiels, das du analysiert hast, kommen hierher.
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
learn-legal = Das ist gültig.
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
learn-go-out = Werde fertig: Lege alle { $count } Steine von deinem Brett.
learn-lay = Lege { $count ->
        [one] einen Stein
       *[other] { $count } Steine
    }. Das braucht etwa { $steps ->
        [one] einen Schritt
       *[other] { $steps } Schritte
    }.

lesson-1 = Eine Serie
lesson-1-text =
    Eine Gruppe sind drei oder vier Steine gleicher Zahl, jeder in einer anderen Farbe. Eine Reihe
    sind mindestens drei Steine einer Farbe mit aufeinanderfolgenden Zahlen, etwa rot 3, 4, 5. Auf
    deinem Brett steht eine Gruppe. Klicke ihre Steine an oder ziehe sie auf den Tisch, dann prüfe.
lesson-2 = Eine Erstauslage
lesson-2-text =
    Wenn du zum ersten Mal auslegst, müssen deine eigenen Serien 30 Punkte zählen; jeder Stein zählt
    seine Zahl. Vorher darfst du nirgends anlegen. Die Reihe aus blau 3, 4, 5 zählt nur 12 Punkte.
    Wer im Spiel nichts auslegt, zieht einen Stein.
lesson-3 = Ein Umbau
lesson-3-text =
    Nach deiner Erstauslage darfst du alles auf dem Tisch umbauen, solange am Ende nur vollständige
    Serien liegen. Die rote Reihe kann ihre 4 entbehren.
lesson-4 = Ein Joker
lesson-4-text =
    Ein Joker steht für jeden Stein. Der auf dem Tisch steht für rot 10. Lege deine rote 10 an
    seine Stelle, und nimm den Joker für deine beiden Fünfen.
lesson-5 = Fertig werden
lesson-5-text =
    Wer den letzten Stein vom Brett legt, gewinnt. Drei Steine stehen noch da, und alle lassen sich
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
    Aufzeichnung analysierst du unter <a>Zusehen</a>.
review-begun =
    Jeder Zug wird mit dem verglichen, was ein starker Bot getan hätte. Du kannst weiterspielen.
review-so-far =
    Was hier steht, ist sicher oder durch genügend Verteilungen belegt. Weitere Züge folgen.
review-done = Die Analyse ist fertig.
review-progress = Durchgespielte Verteilungen
review-closer = Genauer hinsehen: dauert einige Minuten, du kannst weiterspielen
review-yours = Deine Züge
review-of = Die Züge von { $who }
review-turned-on = Worauf es ankam
review-costliest = Was am meisten gekostet hat
review-costliest-none = Von keinem Zug ist bekannt, dass er etwas gekostet hat.
review-costliest-not-yet = Noch ist keiner bekannt.
review-curve = Gewinnchance nach jedem Zug
review-curve-about =
    Anteil der gewonnenen Spiele, wenn von da an das Vorbild auf allen Plätzen weiterspielt, mit
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
review-same = gleich
review-most = Höchstens
review-most-all = das ganze Brett
review-most-none = nichts
review-win = Gewinn
review-lost = Verlust, %
review-verdict = Urteil
review-rack = { $own ->
    [yes] Dein Brett
   *[no] Das Brett
}
review-before = Die Auslage vorher
review-after = Die Auslage nachher
review-try = Selbst versuchen

## Die Seite

page-about = Rummikub gegen Bots, und die besten Züge zu jeder Stellung
page-title = rummilab: { $view }
page-failed = Das Spiel ist nicht gestartet: { $why }
views = Ansichten
view-play = Spiel
view-solve = Lösen
view-rules = Regeln
view-review = Analyse
view-watch = Zusehen
view-learn = Lernen
view-club = Klub
copy-link = Link kopieren
link-copied = Link kopiert
link-not-copied = Keine Zwischenablage: Kopiere die Adresse

engine-not-started = Das Spiel ist nicht gestartet.
engine-silent = rummilab antwortet nicht. Läuft es noch?
engine-refuses = rummilab lehnt ab: { $status }.
file-stays-on-machine = Die Datei geht an rummilab auf diesem Rechner und nirgendwohin sonst.
file-stays-in-page = Die Seite liest die Datei selbst und sendet nichts.
file-too-large =
    Die Datei hat { $size } MB, die Seite öffnet bis zu { $most } MB. rummilab replay und rummilab
    report zeigen Spiele aus jeder Aufzeichnung.
file-unreadable = Die Datei lässt sich nicht lesen.

## Mitgelieferte Regeln

system-original = Original
system-original-about =
    Das Spiel, wie es die meisten kennen: Erstauslage mit 30 Punkten, dann umbauen nach Belieben.
system-tournament = Klubturnier
system-tournament-about =
    Die Regeln der Meisterschaften seit 2014: eine letzte Runde, sobald der Pool leer ist.
system-twist = With a Twist
system-twist-about =
    Acht Joker in vier Arten: Einer verdoppelt, einer wechselt die Farbe, einer spiegelt eine Reihe.
system-house = Sechs Farben
system-house-about =
    Eine Hausvariante: erst ziehen, dann legen; Reihen gehen von 13 zu 1 weiter, und niemand zählt
    Punkte.
system-tournament-2007 = Klubturnier 2007
system-tournament-2007-about =
    Die älteren Regeln der Meisterschaften: Ein Joker auf dem Brett kostet 50 Punkte.
system-reference = Referenz
system-reference-about =
    Die Regeln der veröffentlichten Zahlen: Bei leerem Pool darf jeder passen.
system-six = Für sechs
system-six-about = Eine größere Schachtel mit 160 Steinen, für bis zu sechs Spieler.
system-leaflet = Anleitung von heute
system-leaflet-about = Was heute in der Schachtel liegt: Ein Joker auf dem Brett kostet 30 Punkte.
system-sabra = Das Buch von 1978
system-sabra-about =
    Ein Joker verlässt seine Serie nur, wenn der Stein an seine Stelle kommt, für den er steht.
system-pressman = Pressman 1980
system-pressman-about =
    Ein Joker aus einer Dreiergruppe kostet je einen Stein der beiden fehlenden Farben.
system-german-1990 = Deutsche Schachtel 1990
system-german-1990-about =
    Höchstens ein Joker in einer Serie, und ein Stein vom Brett kommt an seine Stelle.
system-beginners = Erstes Spiel
system-beginners-about =
    Zum Einstieg: An Serien auf dem Tisch wird nur angelegt, sie werden nie umgebaut.
system-saved = { $name } (gespeichert)
system-changed = { $name } (geändert)

joker-J = { $joker }: steht für einen beliebigen Stein
joker-D = { $joker }: steht für zwei Steine: zwei Zahlen einer Reihe oder zwei Farben einer Gruppe
joker-C = { $joker }: steht für eine Zahl einer Reihe, die in einer anderen Farbe weitergeht
joker-M = { $joker }: ist die Mitte einer Serie, die von beiden Enden gleich aussieht

## Auslage und Brett

players = Spieler
table = Auslage
rack = Brett
your-rack = Dein Brett
your-rack-empty = Dein Brett ist leer.
no-tiles = keine Steine
new-set = Neue Serie
new-set-label = Aus den gewählten Steinen eine neue Serie machen
to-rack = Zurück aufs Brett
to-rack-label = Die gewählten Steine zurück aufs Brett nehmen
to-set-label = Die gewählten Steine an Serie { $number } anlegen
you = Du
opened = mit Erstauslage
not-opened = ohne Erstauslage
set-label = Serie { $number }: { $facts }
set-not-yet = noch keine Serie
set-flag = keine Serie
set-changed = seit deinem letzten Zug verändert
set-reading = { $reading ->
    [group] eine Gruppe
    [run] eine Reihe
    [step-run] eine Reihe in Zweierschritten
   *[other] { $reading }
}
set-reading-note = { $reading ->
    [group] Gruppe
    [run] Reihe
    [step-run] Zweierreihe
   *[other] { $reading }
}
set-ways = lässt sich verschieden lesen
set-ways-label = Wie Serie { $number } liegt
set-owner = von { $name }
tile-stands = { $tile } als { $stands }
tile-laid = von dir in diesem Zug gelegt
tile-new = neu
tile-drawn = gerade gezogen

## Spielen

end-turn = Zug beenden
draw = Ziehen
pass = Passen
put-back = { $tile } zurücklegen
sort-by-colour = Nach Farbe
sort-by-value = Nach Zahl
can-end = Du kannst deinen Zug beenden.
your-turn = Du bist am Zug.
pool = Pool: { $count }
clock = { $seconds } s
time-up-ends = Die Zeit ist um: Was auf dem Tisch liegt, beendet den Zug.
time-up-draws = Die Zeit ist um: Du ziehst, und dein Zug ist zu Ende.
redeal = Auf deinem ersten Brett sind Paare: { $pairs }. Du darfst neu mischen lassen.
deal-anew = Neu mischen
keep-rack = Brett behalten
step-of-turn = { $number } von { $all }: { $text }.
undo-brings-back = „Zurück“ bringt wieder, was du gelegt hattest.
kept-in-tab =
    Dieser Browser hat keinen Platz für das Spiel: Es bleibt, bis der Tab geschlossen wird.
kept-elsewhere = Das Spiel geht in einem anderen Tab weiter, der es behält. Lade diese Seite neu, um hier weiterzuspielen.
kept-nowhere = Dieser Browser behält nichts: Das Spiel endet, wenn die Seite geschlossen wird.
hand-over = { $name }, du bist am Zug
hand-over-why = Nimm das Gerät. Dein Brett erscheint, sobald du weitermachst.
show-rack = Mein Brett zeigen
drop = Dein Spiel gegen { $others } ist nicht zu Ende. Ein anderes Spiel tritt an seine Stelle.
drop-it = Aufgeben
drop-not = Weiterspielen
review-it = Analysieren
step-through = Zug für Zug ansehen
save-record = Aufzeichnung speichern
next-round = Nächste Runde
score-sheet = Punktezettel
jokers = Die Joker
round-of = Runde { $number } von { $rounds }
round = Runde { $number }
total = Summe
series-won = { $you ->
    [yes] Du gewinnst den Wettkampf.
   *[no] { $name } gewinnt den Wettkampf.
}
series-shared = Der Wettkampf endet unentschieden.
so-far = Was bisher geschah
moving = Wie man Steine bewegt
moving-drag =
    Ziehe einen Stein, oder klicke ihn an und dann die Serie, an die er soll. Mehrere Steine lassen
    sich nacheinander wählen. Zwischendurch darf alles falsch liegen; nur das Ende des Zugs zählt.
moving-keys =
    Mit der Tastatur: Pfeiltasten gehen von Stein zu Stein, die Eingabetaste wählt einen, und auf
    einem Stein einer anderen Serie legt sie das Gewählte dorthin. <kbd>N</kbd> macht daraus eine
    neue Serie, <kbd>R</kbd> nimmt es zurück aufs Brett, <kbd>Esc</kbd> lässt los. <kbd>Strg</kbd>
    <kbd>Z</kbd> nimmt zurück, <kbd>Strg</kbd> <kbd>Y</kbd> stellt wieder her. Wie im Terminal
    beendet <kbd>E</kbd> den Zug, <kbd>D</kbd> zieht, <kbd>H</kbd> gibt einen Tipp, <kbd>S</kbd>
    sortiert und <kbd>U</kbd> nimmt zurück.
moving-rack =
    Dein Brett ordnest du selbst: Ziehe einen Stein an seinen Platz, oder in den freien Teil einer
    Zeile für eine Lücke davor. <kbd>Umschalt</kbd> mit einer Pfeiltaste verschiebt einen Stein,
    <kbd>G</kbd> macht eine Lücke davor oder schließt sie. Ein Doppelklick legt einen Stein, wenn er
    nur an eine Stelle passt. Ein Stein auf einer Reihe teilt sie, wo daraus zwei Serien werden.
moving-touch =
    Auf einem Touchscreen lässt sich ein Stein sofort ziehen, wo nichts zu scrollen ist. Wo die
    Auslage länger als ihr Fenster ist, lass den Finger zuerst auf dem Stein ruhen.

## Ein neues Spiel

new-game = Neues Spiel
welcome =
    Rummikub gegen Bots, die gut spielen. Wenn dir das Spiel neu ist, zeigt es dir <a>Lernen</a> in
    fünf kurzen Schritten.
start = Spielen
rules = Regeln
setup-opponents = Gegner
setup-opponents-1 = einer
setup-opponents-2 = zwei
setup-opponents-3 = drei
setup-opponents-4 = vier
setup-opponents-5 = fünf
setup-first = Wer beginnt
setup-first-me = du
setup-first-bots = die anderen
setup-rounds = Runden
setup-rounds-1 = ein Spiel
setup-rounds-3 = Wettkampf über drei
setup-rounds-5 = Wettkampf über fünf
setup-rounds-7 = Wettkampf über sieben
setup-clock = Zeit für einen Zug
setup-clock-0 = so viel du willst
setup-clock-120 = zwei Minuten
setup-clock-60 = eine Minute
setup-clock-30 = eine halbe Minute
setup-more = Weitere Einstellungen
setup-pace = Bots legen ihre Steine
setup-pace-450 = langsam
setup-pace-220 = zügig
setup-pace-0 = sofort
setup-seed = Nummer der Verteilung
setup-seed-any = beliebig
setup-sound = Töne
setup-language = Sprache
setup-language-automatic = automatisch
setup-opponent = Gegner { $number }
setup-person = Person { $number }
setup-person-about = Jemand anders an diesem Gerät. Zwischen den Zügen sind die Bretter verdeckt.
setup-person-name = Name: { $person }
level = { $level ->
    [beginner] Anfänger
    [easy] leicht
    [casual] locker
    [medium] mittel
    [hard] schwer
    [expert] Experte
    [patient] geduldig
    [strong] stark
    [self-taught] Autodidakt
    [champion] Meister
   *[other] { $level }
}
level-about = { $name } { $about } (Stärke { $rating }).

## Gespielte Spiele

games = Gespielte Spiele
games-none = In diesem Browser wurde noch kein Spiel beendet.
game-won = gewonnen
game-lost = verloren
game-played = gespielt
game-line = { $rules }, gegen { $others }

## Lösen

solve-for = Frage
solve-for-tiles = die meisten Steine
solve-for-value = die meisten Punkte
solve-for-out = fertig werden
solve-for-plays = alle Züge
solve-for-after-draw = nach dem Ziehen
solve-table = Auslage, Serien durch ; getrennt
solve-opened = Die Erstauslage ist gemacht
solve-clear = Leeren
solve-aim = Angeklickte Steine gehen
solve-aim-rack = auf das Brett
solve-aim-table = an die letzte Serie der Auslage
solve-order =
    Nach diesen Regeln steht ein Joker für den Stein an seiner Stelle, also liegen Serien in ihrer
    Folge. Eine Serie wie R9 J J sagt, was sie ist: <code>R9 J J:group</code> oder
    <code>R9 J J:run</code>.
solve-palette = Alle Steine
solve-take-away = Klicke einen Stein an, um ihn wegzunehmen.
solve-add = { $tile } dazulegen
solve-remove-from-table = { $tile } aus der Auslage nehmen
solve-remove-from-rack = { $tile } vom Brett nehmen
solve-too-many = Auslage und Brett haben zusammen zu viele { $tile }: Das Spiel hat { $copies }.
solve-rack-empty = Das Brett ist leer.
solve-no-sets = Diese Steine können nicht alle in Serien liegen.
solve-not-found = In den Grenzen der Suche wurde kein Zug gefunden.
solve-nothing = Nichts lässt sich legen.
solve-opening-worth = Eigene Serien zählen höchstens { $points } Punkte.
solve-lay =
    Lege { tiles } mit { $value } Punkten ({ solve-proof }, { solve-time }).
solve-lay-all =
    Du kannst fertig werden: Lege { tiles } mit { $value } Punkten ({ solve-proof },
    { solve-time }).
solve-proof = { $status ->
    [optimal] bewiesen der beste Zug
   *[other] vielleicht nicht der beste Zug
}
solve-time = { $time ->
    [0] unter 1 ms
   *[other] { $time } ms
}
solve-out = { $count ->
    [one] Ja, du kannst fertig werden: { $count } Stein lässt sich legen.
   *[other] Ja, du kannst fertig werden: Alle { $count } Steine lassen sich legen.
}
solve-out-not-found = In den Grenzen der Suche wurde kein Weg gefunden, fertig zu werden.
solve-not-out = { $count ->
    [one] Nein, du kannst nicht fertig werden: Mindestens { $count } Stein muss bleiben.
   *[other] Nein, du kannst nicht fertig werden: Mindestens { $count } Steine müssen bleiben.
}
solve-how = So geht es
solve-owner = Platz { $seat }
solve-plays = { $count ->
    [one] { $count } Zug.
   *[other] { $count } Züge, der beste zuerst.
}
solve-plays-more = Die Liste geht weiter.
solve-play = { $count ->
    [one] { $count } Stein mit { $value } Punkten
   *[other] { $count } Steine mit { $value } Punkten
}
solve-draws = { $count ->
    [one] Jetzt lässt sich { $count } Stein legen.
   *[other] Jetzt lassen sich { $count } Steine legen.
} Mit { $out } von { $unseen } unbekannten Steinen ({ $percent } %) kannst du danach fertig werden.
solve-draw = { $unseen } unbekannt: legt { tiles }
solve-draw-out = { $unseen } unbekannt: wird fertig

## Regeln

rules-about =
    Jede Regel ist ein Feld. Ändere, was ihr anders spielt: Der Satz neben einem Feld sagt, was es
    dann bedeutet.
rules-base = Ausgehen von
rules-reset = Alles zurücksetzen
rules-download = Herunterladen
rules-kept = In diesem Browser gespeichert
rules-kept-none = Noch keine.
rules-save-as = Speichern als
rules-save-as-name = Name
rules-save = Speichern
rules-files = Regeldateien
rules-open-file = Eine TOML-Datei öffnen
rules-files-about =
    „Herunterladen“ schreibt eine solche Datei. Jeder Befehl nimmt sie:
    <code>rummilab play --rules mine.toml</code>.
rules-unchanged = Das sind die Regeln { $rules }.
rules-changed = { $count ->
    [one] { $count } Feld von { $rules } ist geändert: { $fields }.
   *[other] { $count } Felder von { $rules } sind geändert: { $fields }.
}
rules-reset-field = Zurück auf { $value }
rules-reset-field-label = { $field } zurück auf { $value }
rules-field = { $about } Werte: { $values }.
rules-open = Öffnen
rules-open-label = { $name } öffnen
rules-delete = Löschen
rules-delete-label = { $name } löschen
rules-kept-in-tab =
    Dieser Browser hat keinen Platz: Die Regeln bleiben, bis der Tab geschlossen wird. Lade sie
    herunter.
rules-kept-nowhere = Dieser Browser behält nichts. Lade die Regeln stattdessen herunter.

## Zusehen

watch-bots = Bots beim Spielen zusehen
watch-open = Eine Aufzeichnung öffnen
watch-file = Die Datei <code>games.bin</code> eines Laufs, oder eine hier gespeicherte
watch-folder = Oder der Ordner eines Laufs
watch-folder-wrong =
    In diesem Ordner liegt keine Datei games.bin, also ist es nicht der Ordner eines Laufs.
watch-game-choice = Spiel
watch-game = { $number }: { $bots }, { watch-turns }, gewonnen von { $winners }
watch-game-unwon = { $number }: { $bots }, { watch-turns }, von niemandem gewonnen
watch-turns = { $turns ->
    [one] { $turns } Zug
   *[other] { $turns } Züge
}
watch-more = { $count ->
    [one] { $count } weiteres Spiel steht nicht in der Liste.
   *[other] { $count } weitere Spiele stehen nicht in der Liste.
}
watch-first = Zum Anfang
watch-back = Einen Zug zurück
watch-next = Einen Zug weiter
watch-last = Zum Ende
watch-play = Start
watch-pause = Pause
watch-speed = Tempo
watch-speed-2000 = langsam
watch-speed-900 = normal
watch-speed-250 = schnell
watch-nobody = niemand
watch-player = Spieler { $number }
watch-level = { level }: { $person }
watch-pool = Pool: { tiles }
watch-deal = { $you ->
    [yes] Die Steine sind verteilt. Du beginnst.
   *[no] Die Steine sind verteilt. { $name } beginnt.
}
watch-turn = { $you ->
    [yes] Zug { $turn }: Du { watch-your-deed }.
   *[no] Zug { $turn }: { $name } { deed }.
}
watch-your-deed = { $action ->
    [lays] legst { $tiles }
    [draws] ziehst
    [passes] passt
    [is-penalised] nimmst Strafsteine
   *[other] { $action } { $tiles }
}
watch-over = Das Spiel ist zu Ende: { $results }.
watch-wins = { $you ->
    [yes] Du gewinnst ({ $score })
   *[no] { $name } gewinnt ({ $score })
}
watch-shares = { $you ->
    [yes] Du teilst dir den Sieg ({ $score })
   *[no] { $name } teilt sich den Sieg ({ $score })
}
watch-loses = { $you ->
    [yes] Du verlierst ({ $score })
   *[no] { $name } verliert ({ $score })
}

## Klubabend

club-about =
    Ein Abend von Menschen nach den Regeln des Klubs: Tische, Zettel, Ergebnisse und Rangliste.
    Die Dateien bleiben in diesem Browser, und <code>rummilab club</code> macht mit ihrem Ordner
    weiter.
club-new = Neuer Abend
club-title = Name des Abends
club-date = Datum
club-names = Spieler
club-names-about =
    Ein Name je Zeile. Oder eine Liste als CSV mit der Spalte name; wer in einer Spalte reserve ja
    stehen hat, vervollständigt die Tische und hat keinen Rang.
club-rounds = Runden
club-seats = Spieler an einem Tisch
club-seats-4 = vier (oder drei)
club-seats-3 = drei
club-with-final = Die Besten spielen ein Finale
club-begin = Anfangen
club-kept = Abende in diesem Browser
club-season = Rangliste der gewählten Abende
club-folder = Einen Ordner einlesen
club-files = Einzelne Dateien einlesen
club-folder-about =
    Der Ordner eines Abends, oder einer mit mehreren davon. Eine Zip-Datei vorher entpacken.
club-no-folder = Unter diesen Dateien ist keine club.toml.
club-delete = { $name } aus diesem Browser löschen?
club-draw = Runde { $round } auslosen
club-draw-final = Finale auslosen
club-draw-again = Neu auslosen
club-print = Zettel drucken
club-export = Ordner sichern
club-close = Alle Abende
club-saved = Alles ist in diesem Browser gespeichert.
club-not-kept = Dieser Browser behält nichts: { $why }
club-no-window = Der Browser öffnet kein Fenster. Erlaube es für diese Seite.
club-tables = Tische
club-typing = So werden Ergebnisse eingegeben
club-typing-about =
    Für jeden Spieler, nach Buchstaben und mit / dazwischen: <code>-</code> für den, der fertig
    ist, die übrigen Steine (<code>R5 K13 J</code>) oder ihre Punkte (<code>12</code>;
    <code>12 (2)</code> heißt zwei Steine), <code>100</code> oder <code>200</code> für den, der
    nicht ausgelegt hat, <code>x</code> für den, der nicht mitspielte. Mit Vorzeichen sind es die
    Punkte des Spiels: <code>+60 / -10 / -20 / -30</code>. Die Eingabetaste speichert die Zeile und
    geht weiter.
club-game = Spiel { $game }
club-line = { $table }, Spiel { $game }: { $players }
club-standings = Rangliste
club-large = Groß, für den Beamer
club-small = Kleiner
club-players = Spieler
club-rename = Name von { $name }
club-leave = Geht
club-back = Ist wieder da
club-reserve = Ersatz
club-add-name = Noch ein Spieler
club-add-reserve = Ersatzspieler, ohne Rang
club-add = Dazu
