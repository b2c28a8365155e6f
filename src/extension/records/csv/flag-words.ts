/** Yes and no as spreadsheets, databases and people write them, in lower case; each pair belongs to one language. */
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
].map((pair) => smallLetters(pair).split(' ') as [yes: string, no: string]);

/** Without the difference between i and the Turkish dotless ı, which have the same capital letter outside Turkish. */
function smallLetters(cell: string): string {
  return cell.toLowerCase().normalize('NFC').replaceAll('ı', 'i');
}

/** What the words of a column mean; undefined if they are not all from the same pair. */
export function meaningOf(cells: readonly string[]): ((cell: string) => boolean | undefined) | undefined {
  const words = new Set(cells.map(smallLetters));
  const found = pairs.find((pair) => [...words].every((word) => pair.includes(word)));
  return found && ((cell) => smallLetters(cell) === found[0]);
}

/** The meaning of a single word, which must be `true` or `false`. */
export function plainMeaning(cell: string): boolean | undefined {
  const word = smallLetters(cell);
  return word === 'true' ? true : word === 'false' ? false : undefined;
}
