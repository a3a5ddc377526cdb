// Was die Algorithmen tun, auf Deutsch: die Lektionen von ../algorithms.js nach ihrem Namen.

export default {
  minimax: {
    title: 'Minimax',
    summary: 'Sieht sich in jedem Knoten jeden Zug an.',
    text: `
      Der Wurzelspieler, MAX, nimmt das Kind mit dem höchsten Wert, sein Gegner, MIN, das mit dem niedrigsten. Blätter
      werden für MAX bewertet. Alles andere auf diesen Seiten findet denselben Wert mit weniger Arbeit.

      Die Arbeit wächst wie die Zahl der Züge hoch der Tiefe. Achte darauf, wie oft ein Wert berechnet wird, der
      nichts mehr ändern konnte.`,
  },
  solve: {
    title: 'Lösen',
    summary: 'Minimax, das nicht weitersucht, sobald eine Seite einen Zug hat, der gewinnt.',
    text: `
      Besser als gewinnen geht nicht, also braucht man sich die übrigen Züge nicht anzusehen. Genommen wird irgendein
      Gewinn; er kann langsamer sein als der, den Minimax findet (Pantel 1997, Abbildung 2.2).`,
  },
  alphabeta: {
    title: 'Alpha-Beta',
    summary: 'Lässt aus, worauf es nicht ankommt.',
    text: `
      Jeder Knoten bekommt ein Fenster: Alpha, was MAX anderswo sicher hat, und Beta, was MIN sicher hat. Sobald ein
      Knoten mindestens Beta wert ist, lässt MIN die Partie nie dorthin kommen, und die übrigen Züge werden
      abgeschnitten. In der Zeichnung sind sie grau.

      Ein Wert am Rand des Fensters ist nur eine Schranke: ≥ nach einem Schnitt, ≤ wo kein Zug Alpha erreicht hat. Bei
      vollkommener Zugordnung bleibt etwa die Quadratwurzel des Baums: von einer Million Blättern rund tausend.

      In Melee ist Alpha-Beta der Fall zweier Spieler eines Kerns, der auch die paranoide und die Best-Reply-Suche
      ist.`,
  },
  pvs: {
    title: 'Hauptvariantensuche (PVS)',
    summary: 'Alpha-Beta, das an seinen ersten Zug glaubt.',
    text: `
      Der erste Zug bekommt das ganze Fenster. Jeder andere wird nur mit einem Nullfenster geprüft: Ist er überhaupt
      besser? Meist nicht, und die Probe ist billig. Ist er es doch, wird er mit dem richtigen Fenster noch einmal
      durchsucht (Marsland und Campbell 1982). Proben sind gestrichelt; noch einmal durchsuchte Knoten haben einen
      dicken Rand.`,
  },
  scout: {
    title: 'Scout',
    summary: 'Wertet das erste Kind aus, prüft die anderen und wertet nur die aus, die bestehen.',
    text: `
      Zwei Funktionen: Eval liefert den Wert, Test beantwortet nur, ob ein Wert größer als v ist. Für MAX genügt ein
      Kind über v, für MIN eines, das es nicht ist (Pearl 1980; Pantel 1997, Abbildung 3.5).`,
  },
  sss: {
    title: 'SSS*',
    summary: 'Das Beste zuerst: erweitert immer die Teillösung, die am meisten verspricht.',
    text: `
      Eine Liste enthält Knoten mit einer Güte: einer oberen Schranke für jede Lösung, zu der sie gehören. Der beste
      wird genommen, bei gleichen der linke, und durch seine Nachfolger ersetzt, bis die Wurzel gelöst ist (Stockman
      1979). Es besucht nie ein Blatt, das Alpha-Beta auslässt; der Preis ist die Liste.

      Geh die Schritte durch: Die Suche springt im Baum umher. Die Werte innerer Knoten sind die Güte, mit der sie
      gelöst wurden, also obere Schranken.`,
  },
  idsss: {
    title: 'IDSSS*',
    summary: 'SSS* Tiefe um Tiefe, die letzte Variante zuerst.',
    text: `
      Jeder Durchgang versucht zuerst die Variante des vorigen, damit gute Lösungen früh gefunden werden. Jeder
      Durchgang unten ist eine Tiefe.`,
  },
  memsss: {
    title: 'MemSSS*',
    summary: 'SSS* mit begrenztem Speicher.',
    text: `
      Der Baum wird ausdrücklich aufbewahrt. Ist der Speicher voll, wird der Knoten abseits des jetzigen Wegs
      vergessen, der am wenigsten verspricht; seine Schranke bleibt beim Elternknoten, und sollte er wieder der beste
      werden, wächst er neu. Mit genug Speicher sind die Blätter und ihre Reihenfolge die von SSS*; mit wenig wächst
      die Arbeit, der Wert bleibt richtig.`,
  },
  'mtd(+inf)': {
    title: 'MTD(+∞)',
    summary: 'Wiederholte Ja-Nein-Fragen von oben; SSS* in neuem Gewand.',
    text: `
      Eine Probe mit Gedächtnis fragt: Ist der Wert mindestens so groß? Eine Tabelle merkt sich die Schranken, die
      schon gefunden sind. Von oben senkt jedes „nein“ die Schranke, bis die Antwort „ja“ ist (Plaat u. a. 1994).
      Besucht werden die Blätter von SSS* in derselben Reihenfolge, ohne die Liste.

      Jeder Durchgang ist eine Frage. Knoten, die aus der Tabelle bekannt sind, haben einen gestrichelten Rand.`,
  },
  'mtd(-inf)': {
    title: 'MTD(−∞)',
    summary: 'Dieselben Fragen von unten.',
    text: `
      Von unten ist es das Gegenstück von SSS*: Jedes „ja“ hebt die Schranke, bis die Antwort „nein“ ist.`,
  },
  'mtd(f)': {
    title: 'MTD(f)',
    summary: 'Dieselben Fragen, von einer Schätzung aus.',
    text: `
      Der Wert des vorigen Durchgangs oder die Bewertung der Wurzel ist meist nahe an der Wahrheit: Ein paar Fragen um
      ihn herum genügen.`,
  },
  maxn: {
    title: 'Max^n',
    summary: 'Jeder Spieler will für sich das Meiste.',
    text: `
      Ein Wert ist ein Vektor, eine Zahl je Spieler. Jeder nimmt das Kind, das für ihn selbst am besten ist; von
      gleich guten wird das erwartet, das für den Wurzelspieler schlechter ist, dann das erste der Erzeugung
      (Luckhardt und Irani 1986; Gras 2012, 4.6.1).

      Abschneiden lässt sich nur, wo die Punkte eine feste Summe haben. Flaches Abschneiden fragt allein den
      Elternknoten und lässt bei drei Spielern kaum je etwas aus; Last-Branch- und spekulatives Abschneiden zählen die
      Schranken aller Spieler auf dem Weg zusammen (Sturtevant 2003). Mit scores=share hat jede Bewertung eine feste
      Summe.`,
  },
  paranoid: {
    title: 'Paranoide Suche',
    summary: 'Alle Gegner sind einer, gegen den Wurzelspieler.',
    text: `
      Alle außer dem Wurzelspieler drücken den Wert des Wurzelspielers. Das sieht die anderen zu schwarz, erlaubt aber
      Alpha-Beta ohne Einschränkung. Bei zwei Spielern ist es Alpha-Beta.`,
  },
  brs: {
    title: 'Best-Reply-Suche (BRS)',
    summary: 'Zwischen zwei Zügen des Wurzelspielers zieht nur ein Gegner.',
    text: `
      Es zieht der mit der besten Antwort gegen den Wurzelspieler, die anderen setzen aus. Eine Runde sind zwei
      Halbzüge, wie viele auch spielen; so sieht der Wurzelspieler mehr von seinen eigenen Zügen. Stellungen, in denen
      jemand ausgesetzt hat, sind nach den Regeln nicht zu erreichen; das ist der Preis (Schadd und Winands 2011).

      An den Kanten sagt „Pass 3“, wer übergangen wurde.`,
  },
  'brs+': {
    title: 'BRS+',
    summary: 'Ein Gegner sucht, die anderen spielen ihren besten Zug nach der Zugordnung.',
    text: `
      Niemand setzt aus, also ist jede Stellung erlaubt: Genau ein Gegner wählt in einer Runde unter allen seinen
      Zügen, die anderen spielen den ersten Zug ihrer Zugordnung, den BMOM. Versucht wird jede Wahl dessen, der sucht;
      das Kind des BMOM lässt denen, die danach kommen, das Recht zu suchen (Esser 2012; Gras 2012, Abbildung 4.9).`,
  },
  'brs(s,m)': {
    title: 'Die BRS-Familie',
    summary: 's Gegner suchen, die übrigen setzen aus oder spielen ihren BMOM.',
    text: `
      Paranoide und Best-Reply-Suche sind eine Suche mit verschiedenen Regeln. Zwischen zwei Zügen des Wurzelspielers
      wählen genau s der C Gegner, die noch im Spiel sind; die anderen setzen aus (m = 0) oder spielen ihren BMOM (m =
      C − s).

      - brs(C-1,0): alle bis auf einen suchen, einer setzt aus.
      - brs(C-1,1): alle bis auf einen suchen, einer spielt seinen BMOM (Gras 2012, Abbildung 4.12).
      - brs(2,0) und brs(2,C-2): zwei suchen.
      - brs(0,C): niemand sucht; die Gegner werden vorhergesagt.

      Durch eine Runde führen zwei Zahlen: wie viele Gegner noch an der Reihe sind, und wie viele davon noch suchen
      dürfen.`,
  },
  'opps(n,a,b)': {
    title: 'Gegner beschneiden (OPPS)',
    summary: 'n Gegner wählen unter ihren ersten a Zügen, die anderen unter ihren ersten b.',
    text: `
      Zwischen BRS+ und paranoider Suche ist Platz: Höchstens n Gegner einer Runde sehen sich die ersten a Züge ihrer
      Zugordnung an, alle anderen die ersten b. Ein Zug unter den ersten b lässt denen, die danach kommen, das Recht
      zu suchen, jeder andere verbraucht es (Baier und Kaisers 2020).

      - opps(1,inf,1) ist BRS+.
      - opps(C,inf,inf) ist die paranoide Suche.
      - opps(1,8,2) lässt aus, was Gegner kaum spielen werden, und sieht so weiter.`,
  },
  mpmix: {
    title: 'MP-Mix',
    summary: 'Wer wie steht, entscheidet, wie gesucht wird.',
    text: `
      Ein Wurzelspieler, der deutlich vorn liegt, erwartet alle anderen gegen sich und sucht paranoid. Liegt ein
      anderer deutlich vorn, hält ihn der Wurzelspieler nieder. Sonst spielt jeder für sich, wie in Max^n (Zuckerman,
      Felner und Kraus 2009). Was deutlich ist, wird als Anteil dessen gesagt, was eine gewonnene Partie wert ist.`,
  },
  probmaxn: {
    title: 'Prob-Max^n',
    summary: 'Gegner spielen für sich oder gegen dich: Wie wahrscheinlich beides ist, entscheidet.',
    text: `
      Max^n hält jeden Gegner für jemanden, der für sich spielt, die paranoide Suche für jemanden, der gegen den
      Wurzelspieler spielt. Wer es nicht weiß, rechnet mit beidem: Die Stellung eines Gegners ist das Mittel dessen
      wert, was er als der eine und als der andere wählen würde (Sturtevant, Zinkevich und Bowling 2006).

      - Mit 0 % ist es Max^n, mit 100 % die paranoide Suche.
      - Jeder sucht seinen Anteil am Punkt, damit ein Mittel Sinn hat. Beschneiden lässt sich nichts.`,
  },
  ubfm: {
    title: 'Bestensuche (Best-First-Minimax)',
    summary: 'Erweitert immer das Ende der Variante, die jetzt alle wählen würden.',
    text: `
      Es gibt weder Tiefe noch Fenster. Das Blatt der besten Variante wird erweitert, seine Kinder werden bewertet,
      und die Werte werden zur Wurzel hinaufgetragen; dann von vorn. Was bis zum Ende der Partie zu sehen ist, ist
      gelöst und wird in Ruhe gelassen; eine gelöste Wurzel beendet die Suche (Korf und Chickering 1996; Cohen-Solal
      2020).`,
  },
  greedy: {
    title: 'Gierig',
    summary: 'Die beste Bewertung nach einem Halbzug.',
    text: `
      Gar keine Suche: Jeder Zug wird einmal gemacht und die Stellung danach bewertet. Von gleich guten Zügen zählt
      der erste der festen Zugordnung.`,
  },
  mc: {
    title: 'Flaches Monte-Carlo',
    summary: 'Nach jedem Zug gleich viele Zufallspartien.',
    text: `
      Gespielt wird der Zug mit dem besten Mittel. Was der Gegner antworten würde, wird nicht gelernt, aber es wird
      auch keine Bewertung gebraucht.`,
    about: 'Jeder Knoten zeigt die mittleren Punkte des Wurzelspielers und wie viele Zufallspartien durch ihn gingen.',
  },
  mcts: {
    title: 'Monte-Carlo-Baumsuche (MCTS)',
    summary: 'Lässt einen Baum wachsen, wo Zufallspartien etwas versprechen.',
    text: `
      Jede Simulation steigt den Baum nach UCT hinab, das Gutes gegen wenig Bekanntes abwägt, fügt einen Knoten hinzu,
      spielt eine Zufallspartie und vermerkt auf dem Rückweg die Punkte aller (Kocsis und Szepesvári 2006).

      Bei mehreren Spielern werden Züge für den gewählt, der zieht (backup=maxn), gegen den Wurzelspieler (paranoid)
      oder von einem Gegner je Runde (brs).`,
    about:
      'Der Baum am Ende, die meistbesuchten Knoten zuerst: Jeder zeigt die mittleren Punkte des Wurzelspielers ' +
      'und wie viele Partien durch ihn gingen.',
  },
};
