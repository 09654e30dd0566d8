# Ein Spiel im Terminal.

# Zeile für Zeile.
plain-begin = Rummikub, Regeln { $rules }, Startzahl { $seed }. Du bist Spieler { $number }, gegen { $others }.{ $turns ->
    [0] {""}
    [one] {" "}Das Spiel geht nach 1 Zug weiter. { $news }
   *[other] {" "}Das Spiel geht nach { $turns } Zügen weiter. { $news }
} `help` zeigt, was du tun kannst.
plain-keys = Gib die Steine einer Serie ein, um sie zu legen; `end` beendet deinen Zug, mit `draw`
    ziehst du. `hint` gibt einen Tipp, `quit` hört auf, `help` zeigt alle Befehle.
plain-again = Gib `again` für ein neues Spiel ein, `review` für die teuersten Züge, sonst etwas,
    um aufzuhören.
plain-your-turn = Dein Zug { $turn }.
plain-pool = Pool: { $pool ->
    [one] 1 Stein
   *[other] { $pool } Steine
}. { $others }{ $last ->
    [yes] {" "}Das ist die letzte Runde.
   *[no] {""}
}
plain-table-empty = Auf dem Tisch liegt nichts.
plain-yours = deine
plain-of-player = von { $who }
plain-not-legal = noch nicht gültig
plain-added = { $change }, { $tiles } angelegt
plain-set = Serie { $set }: { $tiles }{ $remarks ->
    [none] {""}
   *[some] {" "}({ $remark })
}
plain-rack = Brett, { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}{ $new ->
    [yes] , { $drawn } gerade gezogen
   *[no] {""}
}: { $rack }
plain-laid = In diesem Zug gelegt: { $tiles }.
plain-opening = Noch keine Erstauslage: eigene Serien mit { $points } von { $needed } Punkten.
plain-help = Buchstaben: { $letters }.
    Steine sind ein Buchstabe und eine Zahl, wie sie gezeigt werden; Serien haben Nummern. Gib ein:
    {"  "}R3 R4 R5            eine neue Serie vom Brett legen (mehrere: R3 R4 R5 ; B7 K7 O7)
    {"  "}R6                  einen Stein anlegen, wo er passt
    {"  "}R6 > 2              einen Stein an Serie 2 anlegen   R6 B6 > new   eine Serie beginnen
    {"  "}R7 from 3 > 5       einen Stein aus Serie 3 an Serie 5 legen (oder > new)
    {"  "}R6 > rack           einen in diesem Zug gelegten Stein zurücknehmen
    {"  "}split 3 R6          Serie 3 vor R6 teilen            join 2 5      zwei Serien verbinden
    {"  "}2 5 = R3-5 ; R6-8   diese Serien an die Stelle der Serien 2 und 5 legen
    {"  "}R3-6, 7RBK          kurz für R3 R4 R5 R6 und für R7 B7 K7
    {"  "}undo, reset         die letzte Änderung zurücknehmen, oder alle dieses Zuges
    {"  "}redo                die zuletzt zurückgenommene Änderung wiederholen
    {"  "}end                 den Zug beenden                  draw          ziehen oder passen
    {"  "}hint, best          ein Tipp, ein besserer; der beste Zug, auf den Tisch gelegt
    {"  "}sort, table, log    das Brett anders sortieren, den Tisch zeigen, alle Züge zeigen
    {"  "}back                den gerade gezogenen Stein zurücklegen, wo die Regeln es erlauben
    {"  "}quit                aufhören; das Spiel ist gespeichert
    Kurz: u e d h b s t q. Zwischendurch dürfen Serien unvollständig sein; am Ende deines
    Zuges müssen alle gültig sein.

# Dateien und Fragen.
game-kept = Das Spiel ist in { $path } aufgezeichnet.
game-step = Zug für Zug ansehen:{"  "}
game-page = Als Seite:{"  "}
game-saved = Das Spiel ist gespeichert. Weiter geht es mit:{"  "}
review-cut = Die Analyse ist nicht fertig; das Spiel ist aufgehoben. Zur Analyse:
review-every-turn = Jeder Zug mit seiner Note, als Seite:
review-every-turn-here = hier, wobei die Züge noch einmal ausgespielt werden:
review-plays-out = Die Züge des Spiels werden auf allen Kernen ausgespielt. Auf zweien dauert das bis zu einer Minute.
game-another = Gib `again` für ein neues Spiel ein, sonst etwas, um aufzuhören.
game-redeal = Auf deinem ersten Brett stehen diese Paare: { $pairs }. Du kannst sie zeigen und alle Steine neu mischen lassen: Gib `{ $word }` ein. Alles andere behält dieses Brett.

# Auf dem ganzen Bildschirm.
screen-too-small = Das Spiel braucht { $width } Spalten und { $height } Zeilen; mach das Fenster größer, oder nimm --plain.
screen-keys-short = Leer wählen  Enter legen  n neu  1-9 Serie  e Ende  d ziehen  h Tipp  ? Hilfe
screen-keys-long = Leertaste wählen  Enter legen  n neu  1-9 Serie  x teilen  u zurück  e Ende  d ziehen  h Tipp  ? Hilfe  q aufhören
screen-keys-over = a neues Spiel  r Analyse  l alle Züge  q aufhören
screen-keys-least = ? zeigt die Tasten  q hört auf
screen-first-keys = Tasten: Pfeile bewegen den Zeiger >, die Leertaste wählt einen Stein, n legt Gewähltes als neue Serie, e beendet deinen Zug, d zieht, h gibt einen Tipp, ? zeigt alle Tasten.
screen-help = Pfeile, Tab   den Zeiger > bewegen (Tab: Brett oder Tisch)
    1 bis 9       zur Serie mit dieser Nummer (1 2: Serie 12)
    Leer    Esc   einen Stein wählen (*) oder lassen; alle lassen
    Enter         Gewähltes zum Zeiger legen; ist nichts gewählt,
    {"              "}den Stein vom Brett anlegen, wo er passt
    n             in eine neue Serie legen
    Rücktaste     einen in diesem Zug gelegten Stein zurück aufs Brett
    x             die Serie vor dem Zeiger teilen
    u   r         die letzte Änderung zurücknehmen, oder alle
    e   d         den Zug beenden; nichts legen: ziehen oder passen
    h   b         ein Tipp, ein zweiter; der beste Zug, auf dem Tisch
    s   l         das Brett nach Farbe oder Zahl sortieren; alle Züge
    k             den gezogenen Stein zurücklegen, wo es erlaubt ist
    t             Steine und Befehle eingeben: R3 R4 R5, R6 > 2,
    {"              "}R7 from 3 > 5, split 3 R6, join 2 5
    q             aufhören; das Spiel ist gespeichert
    Vor einem Stein: + gerade gezogen oder in diesem Zug gelegt,
    · von anderen gelegt. Hinter der Nummer einer Serie: ! noch nicht
    gültig; + neu oder ~ verändert. @2 ist eine Gruppe von Spieler 2.
screen-head = Rummikub, { $rules } · Startzahl { $seed } · { $stage ->
    [over] das Spiel ist zu Ende
    [person] dein Zug { $turn }
   *[bot] { $who } denkt nach
} · Pool { $pool }{ $last ->
    [yes] {" "}· letzte Runde
   *[no] {""}
}{ $opening ->
    [yes] {" "}· Erstauslage { $points } von { $needed }
   *[no] {""}
}
screen-table = Auslage: { $count ->
    [one] 1 Serie
   *[other] { $count } Serien
}
screen-rows = (Zeilen { $first } bis { $last } von { $rows })
screen-new-set = neue Serie
screen-rack = Dein Brett (Spieler { $number }): { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}, { $by_value ->
    [yes] nach Zahlen
   *[no] nach Farben
}, { $opened ->
    [yes] mit Erstauslage
   *[no] ohne Erstauslage
}
screen-no = Nein: { $why }
screen-type = Eingabe: { $line }
screen-turns = Züge
screen-keys-title = Tasten
screen-letters = Buchstaben: { $letters }
screen-turns-so-far = Bisherige Züge
screen-over = Das Spiel ist zu Ende
screen-over-keys = a  neues Spiel   r  Analyse   l  alle Züge   Esc  Tisch   q  aufhören
screen-scroll = (rauf und runter blättert)
screen-welcome = Willkommen. ? zeigt die Tasten.
screen-goes-on = Das Spiel geht weiter.
screen-no-set = es gibt keine Serie { $set }
screen-no-key = `{ $letter }` ist keine Taste; ? zeigt die Tasten, mit t kannst du etwas eingeben.
screen-laid = Gelegt: { $tiles }. e beendet deinen Zug.
screen-not-legal = { $count ->
    [one] Serie { $sets } ist noch nicht gültig.
   *[other] Die Serien { $sets } sind noch nicht gültig.
}
screen-opening = Eigene Serien zählen { $points } von { $needed } Punkten.
screen-picked = { $count ->
    [one] 1 Stein ist gewählt: Enter legt ihn zum Zeiger, n in eine neue Serie.
   *[other] { $count } Steine sind gewählt: Enter legt sie zum Zeiger, n in eine neue Serie.
}
screen-pick-first = Die Leertaste wählt einen Stein; dann legt ihn Enter zum Zeiger, n in eine neue Serie.
screen-split-where = der Zeiger muss auf dem Stein stehen, der den zweiten Teil beginnt
