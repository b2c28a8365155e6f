/** Yes and no as spreadsheets, databases and people write them, in small letters; each pair is of one language. */
const pairs = [
  ...['true false', 'yes no', 'y n', 't f', '1 0', '1.0 0.0'],
  ...['wahr falsch', 'ja nein', 'vrai faux', 'oui non', 'vero falso', 'sì no', 'si no', 'sí no', 'verdadero falso'],
  ...[
    'verdadeiro falso',
    'sim não',
    'waar onwaar',
    'ja nee',
    'sand falsk',
    'sann usann',
    'sant falskt',
    'ja nej',
    'ja nei',
  ],
  ...['tosi epätosi', 'kyllä ei', 'prawda fałsz', 'tak nie', 'pravda nepravda', 'ano ne', 'áno nie', 'igaz hamis'],
  ...['igen nem', 'adevărat fals', 'da nu', 'da ne', 'doğru yanlış', 'evet hayır', 'истина ложь', 'да нет'],
  ...['真 假', '是 否', 'はい いいえ', '참 거짓', '예 아니요'],
].map((pair) => pair.split(' ') as [yes: string, no: string]);

const smallLetters = (cell: string) => cell.toLowerCase().normalize('NFC');

/** What the words of a column mean, by the word in small letters; undefined where they are not all of one language. */
export function meaningOf(cells: readonly string[]): ((cell: string) => boolean | undefined) | undefined {
  const words = new Set(cells.map(smallLetters));
  const found = pairs.find((pair) => [...words].every((word) => pair.includes(word)));
  return found && ((cell) => smallLetters(cell) === found[0]);
}

/** The same of a word by itself, which is one of JSON. */
export function plainMeaning(cell: string): boolean | undefined {
  const word = smallLetters(cell);
  return word === 'true' ? true : word === 'false' ? false : undefined;
}
