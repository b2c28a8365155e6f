/** The character between the integer part and the fraction. */
export type DecimalSign = '.' | ',';

/** A number in JSON notation. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Thousands separators: the period or comma that is not the decimal sign, a space of any width, or an apostrophe. */
const between = (decimal: string) => `[${decimal === '.' ? ',' : '.'} \\u00a0\\u2009\\u202f'\\u2019]`;
const notation = (decimal: string) =>
  new RegExp(
    `^([+\\-\\u2212]?)(\\d+|\\d{1,3}(?:(${between(decimal)})\\d{3})(?:\\3\\d{3})*|(?=[${decimal}]))` +
      `(?:[${decimal}](\\d+))?([eE][+-]?\\d+)?$`,
  );
const notations = { '.': notation('.'), ',': notation(',') };

/** A cell as a JSON number, with its digits unchanged; undefined if it is not a number in this notation. */
export function numberIn(cell: string, decimal: DecimalSign): string | undefined {
  if (decimal === '.' && plain.test(cell)) return cell;
  const [, sign, digits, , fraction, exponent = ''] = notations[decimal].exec(cell) ?? [];
  if (sign === undefined || digits === undefined) return undefined;
  const whole = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '' || sign === '+' ? '' : '-'}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent}`;
}

/** How the numbers of a column are read; `unclear` if its cells allow more than one reading, or no common one. */
export type Notation = DecimalSign | 'plain' | 'unclear';

/** The only decimal sign with which a whole column can be read; undefined if both work, or neither does. */
export function signOf(cells: readonly string[]): DecimalSign | undefined {
  const [point, comma] = (['.', ','] as const).map((sign) => cells.every((cell) => numberIn(cell, sign) !== undefined));
  return point === comma ? undefined : point ? '.' : ',';
}

/**
 * Decides how a column is read.
 *
 * @param cells the cells that contain digits
 * @param signs the decimal signs that other columns of the file require. They decide what this column leaves open, but
 * never that a sign separates thousands: to read `1.234` as 1234 would be a guess.
 */
export function notationOf(cells: readonly string[], signs: ReadonlySet<DecimalSign>): Notation {
  const own = signOf(cells);
  const open = own === undefined ? cells.filter(isOpen) : [];
  // Cells that are not numbers at all are marked individually.
  if (cells.every((cell) => plain.test(cell) || isOdd(cell)))
    return open.length === 0 || !signs.has(',') ? 'plain' : 'unclear';
  if (own !== undefined) return own;
  if (signs.size > 1 || cells.some((cell) => numberIn(cell, '.') === undefined)) return 'unclear';
  const [sign = '.'] = signs;
  return open.every((cell) => cell.includes(sign)) ? sign : 'unclear';
}

/** Whether a cell is a different number with the other decimal sign. */
function isOpen(cell: string): boolean {
  const [point, comma] = [numberIn(cell, '.'), numberIn(cell, ',')];
  return point !== undefined && comma !== undefined && point !== comma;
}

function isOdd(cell: string): boolean {
  return numberIn(cell, '.') === undefined && numberIn(cell, ',') === undefined;
}
