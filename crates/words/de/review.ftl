# Die Analyse eines Spiels.

review-grade = { $grade ->
    [best] bester Zug
    [unclear] unklar
    [slip] Ungenauigkeit
    [mistake] Fehler
   *[blunder] grober Fehler
}
review-grade-at-least = { $grade ->
    [slip] mindestens eine Ungenauigkeit
    [mistake] mindestens ein Fehler
   *[blunder] mindestens ein grober Fehler
}
review-grades = Ein Zug ist der beste, wenn er höchstens { $best } % eines Sieges verlor, eine Ungenauigkeit bis { $slip } %, ein Fehler bis { $mistake } %, sonst ein grober Fehler. Er ist mindestens eine Ungenauigkeit, wenn das Intervall seines Verlustes über { $best } % liegt und über { $slip } % reicht. Er ist unklar, wenn das Intervall über { $best } % reicht oder wenn er nicht ausgespielt wurde. Ein Zug ohne Wahl oder einer, den auch das Vorbild gemacht hätte, verlor nichts.
review-measure = Das Vorbild ist { $is_champion ->
    [yes] der Champion ({ $model })
   *[no] der Bot { $model }
}: Was ein Zug verlor, ist die Siegquote dessen, was der Bot getan hätte, weniger die dessen, was getan wurde. Beides spielt er mit denselben Verteilungen der verdeckten Steine zu Ende. Wo das ganze Brett ausgelegt werden konnte, wird damit verglichen. Wo der Rest des Spiels gelöst ist, zu zweit und bei leerem Pool, wird mit dem besten Zug verglichen. { $grades }
review-headline = { $so_far ->
    [yes] {"bisher "}
   *[no] {""}
}{ $turns ->
    [one] 1 Zug
   *[other] { $turns } Züge
}: { $counts }; gemessen { $is_champion ->
    [yes] am Champion
   *[no] an { $model }
}
review-lesson = { $number }. Zug { $turn }: { $done } ({ $remark })
review-rack = {"   "}Brett    { $rack }
review-table = {"   "}Auslage  { $table }
review-after = {"   "}danach   { $table }
review-better = {"   "}besser   { $table }
review-no-lesson = Von keinem Zug ist bekannt, dass er etwas gekostet hat.
review-remark = { $verdict }, verlor { $loss } %
review-remark-why = { $remark }: { $why }
review-remark-model = { $remark }; { $model }
review-not-compared = nicht verglichen
review-not-judged = noch nicht beurteilt
review-went-out = fertig geworden
review-no-choice = keine Wahl
review-as-the-model = wie das Vorbild
review-lost-already = schon verloren
review-wins = gewinnt
review-shares = teilt den Sieg
review-solved = { $lays ->
    [yes] mit { $tiles }
   *[no] mit Passen
} { $wins ->
    [yes] ist das Spiel gewonnen
   *[no] ist der Sieg geteilt
}
review-could-have-gone-out = { $you ->
    [yes] du hättest
   *[no] { $who } hätte
} fertig werden können
review-could-have-opened = { $you ->
    [yes] du hättest
   *[no] { $who } hätte
} die Erstauslage machen können
review-let-out = { $how ->
    [joker-you] was du mit einem Joker gelegt hast, ließ jemand anderen fertig werden
    [laid-you] was du gelegt hast, ließ jemand anderen fertig werden
    [time-you] du hast den anderen Zeit gelassen, fertig zu werden
    [joker-other] was { $who } mit einem Joker gelegt hat, ließ jemand anderen fertig werden
    [laid-other] was { $who } gelegt hat, ließ jemand anderen fertig werden
   *[time-other] { $who } hat den anderen Zeit gelassen, fertig zu werden
}
review-model = { $model ->
    [none] das Vorbild hat keine Antwort
    [other-sets] das Vorbild { $does } in anderen Serien
   *[other] das Vorbild { $does }
}
review-action = { $action ->
    [lays] legt { $tiles }
    [draws] zieht
    [passes] passt
    [is-penalised] bekommt Strafsteine
    [breaks-off] bricht ab{ $laid ->
        [no] {""}
       *[yes] {" "}{ $tiles }
    }
   *[is-refused] wird abgewiesen{ $laid ->
        [no] {""}
       *[yes] {" "}{ $tiles }
    }
}
review-missed = { $times ->
    [one] { $you ->
        [yes] Du hättest
       *[no] { $who } hätte
    } in Zug { $turn } mit { $tiles } fertig werden können.
   *[other] { $you ->
        [yes] Du hättest
       *[no] { $who } hätte
    } { $times }-mal fertig werden können, zuerst in Zug { $turn } mit { $tiles }.
}
review-many-tiles = { $count } Steinen
review-the-person = der Mensch
review-held = { $you ->
    [yes] du
   *[no] { $who }
} { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}
review-pool-ran-out = Als der Pool leer war, standen auf den Brettern: { $racks }.
review-you-went-out = { $you ->
    [yes] Du bist
   *[no] { $me } ist
} in Zug { $turn } mit { $tiles } fertig geworden.
review-other-went-out = In seinem Zug { $turn } wurde { $who } mit { $tiles } fertig; { $you ->
    [yes] du hattest
   *[no] { $me } hatte
} noch { $held ->
    [one] 1 Stein
   *[other] { $held } Steine
}.
review-had-left = { $you ->
    [yes] du
   *[no] { $who }
} { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}
review-nobody-went-out = Niemand wurde fertig; übrig waren: { $racks }.
review-you-let-out = { $you ->
    [yes] Du hast
   *[no] { $me } hat
} in Zug { $turn } { $laid } gelegt; das ließ jemand anderen fertig werden: Mit { $tiles } war es vorher nicht möglich.
