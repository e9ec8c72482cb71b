// The texts of the calibration in languages with Latin letters, except Turkish.

extension CalibrationWords {
    static let english = CalibrationWords(
        name: "English", tag: "en", again: "Again", back: "Back", leave: "Leave without saving", save: "Save",
        next: "Next", position: "Where you touch", hold: "Hold a finger on the ring until it closes.",
        worst: "These were the furthest off. Please touch them once more.",
        positionResult: "Touches are %1 mm off on average.",
        turned: "The panel is mounted turned or mirrored; this is corrected.",
        positionProblem:
            "Touches are %1 mm off; the limit is 1 mm. The panel may be loose or wet, or belong to another screen.",
        size: "How large the picture is",
        card: "Hold a bank card against the corner, and drag until the drawn card has the same size.",
        sizeResult: "The picture is %1 × %2 mm.", left: "The left edge", right: "The right edge",
        top: "The top edge", bottom: "The bottom edge", swipe: "Swipe in from beyond the glass:", slowly: "slowly",
        usually: "as usual", fast: "fast", count: "%1 of %2",
        enough: "This is enough. More swipes may make the edge narrower.", undo: "Undo the last one",
        drag: "Now drag inwards from each dot.",
        edgeResult:
            "%1 mm wide. With 95 % confidence it misses at most %2 % of swipes, and takes at most %3 % of drags in the page.",
        deadBorder: "The outer %1 mm of the glass do not sense touches.",
        trade: "Both limits cannot be kept at once. Which width is better here?",
        choice: "%1 mm: misses up to %2 %, takes up to %3 %", noise: "How still the panel is",
        rest: "Rest a finger on the ring until it closes.",
        many: "Now put down as many fingers as you can, and lift them.",
        noiseResult: "It jitters by %1 mm, scans %2 times a second, and sees %3 fingers.", summary: "Results",
        unmeasured: "Not measured", kept: "Saved in %1",
        unsteady:
            "Touches on the same ring were %1 mm apart. Use the tip of one finger, upright and still, or a stylus.",
        without: "Continue without it")

    static let french = CalibrationWords(
        name: "Français", tag: "fr", again: "Recommencer", back: "Retour", leave: "Quitter sans enregistrer",
        save: "Enregistrer", next: "Continuer", position: "Où vous touchez",
        hold: "Gardez un doigt sur l’anneau jusqu’à ce qu’il se ferme.",
        worst: "Ceux-ci étaient les plus éloignés. Touchez-les encore une fois.",
        positionResult: "L’écart moyen est de %1 mm.", turned: "La dalle est tournée ou inversée ; c’est corrigé.",
        positionProblem:
            "L’écart est de %1 mm, et 1 mm est le maximum. La dalle est peut-être mal fixée, mouillée, ou celle d’un autre écran.",
        size: "La taille de l’image",
        card: "Posez une carte bancaire contre le coin, et tirez jusqu’à ce que la carte dessinée soit aussi grande.",
        sizeResult: "L’image mesure %1 × %2 mm.", left: "Le bord gauche", right: "Le bord droit",
        top: "Le bord supérieur", bottom: "Le bord inférieur", swipe: "Glissez depuis l’extérieur de la vitre :",
        slowly: "lentement", usually: "comme d’habitude", fast: "vite", count: "%1 sur %2",
        enough: "C’est assez pour une promesse. Plus de gestes peuvent la rendre plus étroite.",
        undo: "Pas le dernier", drag: "Maintenant, tirez vers l’intérieur depuis chaque point.",
        edgeResult:
            "%1 mm de large. Avec 95 % de confiance, au plus %2 % des gestes sont manqués, et au plus %3 % de ceux de la page sont pris.",
        deadBorder: "Les %1 mm extérieurs de la vitre ne voient rien.",
        trade: "On ne peut pas tenir les deux promesses. Quelle largeur vaut mieux ici ?",
        choice: "%1 mm : manque jusqu’à %2 %, prend jusqu’à %3 %", noise: "La stabilité de la dalle",
        rest: "Posez un doigt sur l’anneau jusqu’à ce qu’il se ferme.",
        many: "Maintenant, posez autant de doigts que possible, puis levez-les.",
        noiseResult: "Elle tremble de %1 mm, lit %2 fois par seconde et voit %3 doigts.", summary: "Mesuré",
        unmeasured: "Non mesuré", kept: "Enregistré dans %1",
        unsteady:
            "Un même anneau a été touché à %1 mm d’écart. Le bout d’un seul doigt, droit et immobile, aide, ou un stylet.",
        without: "Continuer sans")

    static let german = CalibrationWords(
        name: "Deutsch", tag: "de", again: "Noch einmal", back: "Zurück", leave: "Ohne Sichern verlassen",
        save: "Sichern", next: "Weiter", position: "Wo Sie berühren",
        hold: "Halten Sie einen Finger auf den Ring, bis er sich schließt.",
        worst: "Diese lagen am weitesten daneben. Bitte berühren Sie sie noch einmal.",
        positionResult: "Die Berührungen liegen im Mittel %1 mm daneben.",
        turned: "Das Panel liegt gedreht oder gespiegelt; das ist berichtigt.",
        positionProblem:
            "Die Berührungen liegen %1 mm daneben, höchstens 1 mm darf es sein. Vielleicht ist das Panel lose, nass oder gehört zu einem anderen Bildschirm.",
        size: "Wie groß das Bild ist",
        card: "Halten Sie eine Bankkarte an die Ecke, und ziehen Sie, bis die gezeichnete Karte so groß ist.",
        sizeResult: "Das Bild ist %1 × %2 mm groß.", left: "Der linke Rand", right: "Der rechte Rand",
        top: "Der obere Rand", bottom: "Der untere Rand", swipe: "Streichen Sie von außerhalb des Glases herein:",
        slowly: "langsam", usually: "wie sonst", fast: "schnell", count: "%1 von %2",
        enough: "Das genügt für ein Versprechen. Mehr Striche können ihn schmaler machen.", undo: "Das letzte nicht",
        drag: "Ziehen Sie nun von jedem Punkt aus nach innen.",
        edgeResult:
            "%1 mm breit. Mit 95 % Sicherheit verfehlt er höchstens %2 % der Striche und nimmt höchstens %3 % der Züge in der Seite.",
        deadBorder: "Die äußeren %1 mm des Glases sehen nichts.",
        trade: "Beides zugleich lässt sich nicht versprechen. Welche Breite ist hier besser?",
        choice: "%1 mm: verfehlt bis %2 %, nimmt bis %3 %", noise: "Wie ruhig das Panel ist",
        rest: "Lassen Sie einen Finger auf dem Ring ruhen, bis er sich schließt.",
        many: "Legen Sie nun so viele Finger auf, wie Sie können, und heben Sie sie ab.",
        noiseResult: "Es zittert um %1 mm, tastet %2-mal in der Sekunde ab und sieht %3 Finger.", summary: "Gemessen",
        unmeasured: "Nicht gemessen", kept: "Gesichert in %1",
        unsteady:
            "Derselbe Ring wurde an Stellen berührt, die %1 mm auseinanderliegen. Es hilft die Spitze eines Fingers, aufrecht und ruhig, oder ein Stift für Touchscreens.",
        without: "Ohne das weiter")

    static let spanish = CalibrationWords(
        name: "Español", tag: "es", again: "Otra vez", back: "Atrás", leave: "Salir sin guardar", save: "Guardar",
        next: "Seguir", position: "Dónde toca", hold: "Mantenga un dedo en el anillo hasta que se cierre.",
        worst: "Estos fueron los más alejados. Tóquelos una vez más.",
        positionResult: "Los toques se desvían %1 mm de media.",
        turned: "El panel está girado o reflejado; ya está corregido.",
        positionProblem:
            "Los toques se desvían %1 mm, y el máximo es 1 mm. El panel puede estar suelto, mojado o ser de otra pantalla.",
        size: "El tamaño de la imagen",
        card: "Apoye una tarjeta bancaria en la esquina y arrastre hasta que la dibujada sea igual de grande.",
        sizeResult: "La imagen mide %1 × %2 mm.", left: "El borde izquierdo", right: "El borde derecho",
        top: "El borde superior", bottom: "El borde inferior", swipe: "Deslice hacia dentro desde fuera del cristal:",
        slowly: "despacio", usually: "como siempre", fast: "rápido", count: "%1 de %2",
        enough: "Ya basta para una promesa. Con más gestos puede ser más estrecho.", undo: "El último no",
        drag: "Ahora arrastre hacia dentro desde cada punto.",
        edgeResult:
            "%1 mm de ancho. Con un 95 % de confianza falla como mucho el %2 % de los gestos y toma como mucho el %3 % de los de la página.",
        deadBorder: "Los %1 mm exteriores del cristal no ven nada.",
        trade: "No se pueden cumplir las dos promesas. ¿Qué anchura es mejor aquí?",
        choice: "%1 mm: falla hasta %2 %, toma hasta %3 %", noise: "La firmeza del panel",
        rest: "Deje un dedo en el anillo hasta que se cierre.",
        many: "Ahora ponga tantos dedos como pueda y levántelos.",
        noiseResult: "Tiembla %1 mm, explora %2 veces por segundo y ve %3 dedos.", summary: "Medido",
        unmeasured: "Sin medir", kept: "Guardado en %1",
        unsteady:
            "El mismo anillo se tocó en lugares separados %1 mm. Ayuda la punta de un solo dedo, recto y quieto, o un lápiz táctil.",
        without: "Seguir sin esto")

    static let portuguese = CalibrationWords(
        name: "Português", tag: "pt", again: "De novo", back: "Voltar", leave: "Sair sem guardar", save: "Guardar",
        next: "Continuar", position: "Onde toca", hold: "Mantenha um dedo no anel até ele se fechar.",
        worst: "Estes foram os mais afastados. Toque-lhes mais uma vez.",
        positionResult: "Os toques desviam-se %1 mm em média.",
        turned: "O painel está rodado ou espelhado; já foi corrigido.",
        positionProblem:
            "Os toques desviam-se %1 mm, e o máximo é 1 mm. O painel pode estar solto, molhado ou ser de outro ecrã.",
        size: "O tamanho da imagem",
        card: "Encoste um cartão bancário ao canto e arraste até o cartão desenhado ter o mesmo tamanho.",
        sizeResult: "A imagem mede %1 × %2 mm.", left: "A margem esquerda", right: "A margem direita",
        top: "A margem superior", bottom: "A margem inferior",
        swipe: "Deslize para dentro a partir de fora do vidro:", slowly: "devagar", usually: "como de costume",
        fast: "depressa", count: "%1 de %2",
        enough: "Já chega para uma promessa. Com mais gestos pode ficar mais estreita.", undo: "O último não",
        drag: "Agora arraste para dentro a partir de cada ponto.",
        edgeResult:
            "%1 mm de largura. Com 95 % de confiança falha no máximo %2 % dos gestos e apanha no máximo %3 % dos da página.",
        deadBorder: "Os %1 mm exteriores do vidro não veem nada.",
        trade: "Não é possível cumprir as duas promessas. Que largura é melhor aqui?",
        choice: "%1 mm: falha até %2 %, apanha até %3 %", noise: "A firmeza do painel",
        rest: "Pouse um dedo no anel até ele se fechar.",
        many: "Agora pouse tantos dedos quantos puder e levante-os.",
        noiseResult: "Treme %1 mm, lê %2 vezes por segundo e vê %3 dedos.", summary: "Medido",
        unmeasured: "Não medido", kept: "Guardado em %1",
        unsteady:
            "O mesmo anel foi tocado em sítios a %1 mm um do outro. Ajuda a ponta de um só dedo, direita e quieta, ou uma caneta tátil.",
        without: "Continuar sem isto")

    static let italian = CalibrationWords(
        name: "Italiano", tag: "it", again: "Di nuovo", back: "Indietro", leave: "Esci senza salvare", save: "Salva",
        next: "Avanti", position: "Dove si tocca", hold: "Tenga un dito sull’anello finché si chiude.",
        worst: "Questi erano i più lontani. Li tocchi ancora una volta.",
        positionResult: "I tocchi sono spostati in media di %1 mm.",
        turned: "Il pannello è girato o specchiato; è stato corretto.",
        positionProblem:
            "I tocchi sono spostati di %1 mm, e il massimo è 1 mm. Il pannello può essere allentato, bagnato o di un altro schermo.",
        size: "La grandezza dell’immagine",
        card: "Appoggi una carta di credito all’angolo e trascini finché quella disegnata è altrettanto grande.",
        sizeResult: "L’immagine misura %1 × %2 mm.", left: "Il bordo sinistro", right: "Il bordo destro",
        top: "Il bordo superiore", bottom: "Il bordo inferiore", swipe: "Scorra verso l’interno da fuori il vetro:",
        slowly: "piano", usually: "come al solito", fast: "in fretta", count: "%1 di %2",
        enough: "Basta per una promessa. Con altri gesti può diventare più stretto.", undo: "L’ultimo no",
        drag: "Ora trascini verso l’interno da ogni punto.",
        edgeResult:
            "Largo %1 mm. Con il 95 % di sicurezza manca al più il %2 % dei gesti e prende al più il %3 % di quelli nella pagina.",
        deadBorder: "I %1 mm esterni del vetro non vedono nulla.",
        trade: "Le due promesse non si possono mantenere insieme. Quale larghezza è meglio qui?",
        choice: "%1 mm: manca fino al %2 %, prende fino al %3 %", noise: "Quanto è fermo il pannello",
        rest: "Lasci un dito sull’anello finché si chiude.", many: "Ora appoggi quante più dita può, e le sollevi.",
        noiseResult: "Trema di %1 mm, legge %2 volte al secondo e vede %3 dita.", summary: "Misurato",
        unmeasured: "Non misurato", kept: "Salvato in %1",
        unsteady:
            "Lo stesso anello è stato toccato in punti distanti %1 mm. Aiuta la punta di un solo dito, dritta e ferma, o una penna per schermi tattili.",
        without: "Continuare senza")

    static let welsh = CalibrationWords(
        name: "Cymraeg", tag: "cy", again: "Eto", back: "Yn ôl", leave: "Gadael heb gadw", save: "Cadw",
        next: "Ymlaen", position: "Ble rydych yn cyffwrdd", hold: "Daliwch fys ar y cylch nes iddo gau.",
        worst: "Y rhain oedd bellaf i ffwrdd. Cyffyrddwch â nhw unwaith eto.",
        positionResult: "Mae’r cyffyrddiadau %1 mm i ffwrdd ar gyfartaledd.",
        turned: "Mae’r panel wedi’i droi neu ei adlewyrchu; mae hynny wedi’i gywiro.",
        positionProblem:
            "Mae’r cyffyrddiadau %1 mm i ffwrdd, ac 1 mm yw’r mwyaf. Efallai bod y panel yn rhydd, yn wlyb, neu’n perthyn i sgrin arall.",
        size: "Maint y llun",
        card: "Daliwch gerdyn banc yn erbyn y gornel, a llusgwch nes bod y cerdyn a luniwyd yr un maint.",
        sizeResult: "Mae’r llun yn %1 × %2 mm.", left: "Yr ymyl chwith", right: "Yr ymyl dde", top: "Yr ymyl uchaf",
        bottom: "Yr ymyl isaf", swipe: "Llithrwch i mewn o’r tu hwnt i’r gwydr:", slowly: "yn araf",
        usually: "fel arfer", fast: "yn gyflym", count: "%1 o %2",
        enough: "Mae hyn yn ddigon i addo. Gall mwy o lithro ei wneud yn gulach.", undo: "Nid yr un olaf",
        drag: "Nawr llusgwch i mewn o bob dot.",
        edgeResult:
            "%1 mm o led. Gyda 95 % o hyder mae’n methu %2 % o’r llithriadau ar y mwyaf, ac yn cymryd %3 % o’r llusgiadau yn y dudalen ar y mwyaf.",
        deadBorder: "Nid yw %1 mm allanol y gwydr yn gweld dim.",
        trade: "Ni ellir cadw’r ddau addewid. Pa led sydd orau yma?",
        choice: "%1 mm: methu hyd at %2 %, cymryd hyd at %3 %", noise: "Pa mor llonydd yw’r panel",
        rest: "Gorffwyswch fys ar y cylch nes iddo gau.",
        many: "Nawr rhowch gynifer o fysedd ag y gallwch, a’u codi.",
        noiseResult: "Mae’n crynu %1 mm, yn sganio %2 gwaith yr eiliad, ac yn gweld %3 bys.", summary: "Wedi’i fesur",
        unmeasured: "Heb ei fesur", kept: "Wedi’i gadw yn %1",
        unsteady:
            "Cyffyrddwyd â’r un cylch mewn mannau %1 mm ar wahân. Mae blaen un bys, yn syth ac yn llonydd, yn helpu, neu ysgrifbin sgrin gyffwrdd.",
        without: "Ymlaen hebddo")
}
