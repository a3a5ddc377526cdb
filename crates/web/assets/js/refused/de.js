// What the program refuses, in German: by its own words, with a name in braces for everything that differs. A reason is
// looked up by itself.

export default {
  "there is a match '{name}' already; resume it or take another name":
    '„{name}“ gibt es schon; setze ihn fort oder nimm einen anderen Namen',
  "match '{name}' is {reason}; one match is played at a time":
    'der Wettkampf „{name}“ {reason}; es wird nur einer auf einmal gespielt',
  running: 'läuft',
  stopping: 'wird gerade angehalten',
  "match '{name}' is not running": 'der Wettkampf „{name}“ läuft nicht',
  "match '{name}' has no such game": 'der Wettkampf „{name}“ hat keine solche Partie',
  "there is no match '{name}'": 'es gibt keinen Wettkampf „{name}“',
  '{games} games: expected 1 to {most}': '{games} Partien: möglich sind 1 bis {most}',
  '{count} algorithms: at most {most} play': '{count} Algorithmen: höchstens {most} spielen mit',
  '{who}: at most {most} nodes a move': '{who}: höchstens {most} Knoten je Zug',
  '{who}: a move takes at most {seconds} seconds': '{who}: ein Zug dauert höchstens {seconds} Sekunden',
  '{who}: a depth alone may take for ever; played here it needs nodes or a time too':
    '{who}: eine Tiefe allein kann ewig dauern; hier braucht es auch Knoten oder eine Zeit',
  '{who}: that is more memory than a search has here ({most} MiB)':
    '{who}: das ist mehr Speicher, als eine Suche hier hat ({most} MiB)',
  "unknown game '{name}'; known: {names}": 'das Spiel „{name}“ gibt es nicht; bekannt: {names}',
  "unknown algorithm '{name}'; known: {names}": 'den Algorithmus „{name}“ gibt es nicht; bekannt: {names}',
  "{algorithm} has no option '{name}'; known: {names}": '{algorithm} hat keine Option „{name}“; bekannt: {names}',
  '{algorithm} is for {reason} players, the game has {players}':
    '{algorithm} ist für {reason} Spieler, das Spiel hat {players}',
  two: 'zwei',
  '{algorithm} keeps no tree to be looked at': '{algorithm} hat keinen Baum, den man ansehen kann',
  '--players {count}: the game is for {allowed} players': '{count} Spieler: das Spiel ist für {allowed} Spieler',
  'depth {depth}: expected 1 to {most}': 'Tiefe {depth}: möglich ist 1 bis {most}',
  'the game is over': 'das Spiel ist zu Ende',
  'a review needs a game': 'zum Durchsehen braucht es eine Partie',
  'nobody solves this game': 'dieses Spiel löst niemand',
  'move {number} of the list: {reason}': 'Zug {number} der Liste: {reason}',
  "move '{move}' is not legal for player {player}": 'der Zug „{move}“ ist für Spieler {player} nicht erlaubt',
  'neither a position{reason} nor a record: {record}': 'weder eine Stellung{reason} noch eine Partie: {record}',
  'an error inside melee; the server goes on': 'ein Fehler in melee; der Server läuft weiter',
  // The name of a game, or of what was asked for, and what is wrong with it.
  '{name}: {reason}': '{name}: {reason}',
};
