/** What stands between the digits and their fraction. */
export type DecimalSign = '.' | ',';

/** A number as JSON has it. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What stands between thousands: a sign that is not the decimal one, a blank of any width, or an apostrophe. */
const between = (decimal: string) => `[${decimal === '.' ? ',' : '.'} \\u00a0\\u2009\\u202f'\\u2019]`;
const notation = (decimal: string) =>
  new RegExp(
    `^([+\\-\\u2212]?)(\\d+|\\d{1,3}(?:(${between(decimal)})\\d{3})(?:\\3\\d{3})*|(?=[${decimal}]))` +
      `(?:[${decimal}](\\d+))?([eE][+-]?\\d+)?$`,
  );
const notations = { '.': notation('.'), ',': notation(',') };

/** A cell as a number of JSON, digit by digit; undefined if it is none in this notation. */
export function numberIn(cell: string, decimal: DecimalSign): string | undefined {
  if (decimal === '.' && plain.test(cell)) return cell;
  const [, sign, digits, , fraction, exponent = ''] = notations[decimal].exec(cell) ?? [];
  if (sign === undefined || digits === undefined) return undefined;
  const whole = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '' || sign === '+' ? '' : '-'}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent}`;
}

/** How the numbers of a column are to be read; `unclear` where its cells allow more than one reading, or none together. */
export type Notation = DecimalSign | 'plain' | 'unclear';

/** The decimal sign that a column can't be without; undefined where either will do, or neither does. */
export function signOf(cells: readonly string[]): DecimalSign | undefined {
  const [point, comma] = (['.', ','] as const).map((sign) => cells.every((cell) => numberIn(cell, sign) !== undefined));
  return point === comma ? undefined : point ? '.' : ',';
}

/**
 * How a column is read.
 *
 * @param cells what has digits in it
 * @param signs those that columns of the file can't be without. They decide what this one leaves open, but never that a sign
 * parts thousands: to take `1.234` for 1234 would be a guess.
 */
export function notationOf(cells: readonly string[], signs: ReadonlySet<DecimalSign>): Notation {
  const own = signOf(cells);
  const open = own === undefined ? cells.filter(isOpen) : [];
  // What is no number at all is marked by itself.
  if (cells.every((cell) => plain.test(cell) || isOdd(cell)))
    return open.length === 0 || !signs.has(',') ? 'plain' : 'unclear';
  if (own !== undefined) return own;
  if (signs.size > 1 || cells.some((cell) => numberIn(cell, '.') === undefined)) return 'unclear';
  const [sign = '.'] = signs;
  return open.every((cell) => cell.includes(sign)) ? sign : 'unclear';
}

/** Whether it is another number with the other decimal sign. */
function isOpen(cell: string): boolean {
  const [point, comma] = [numberIn(cell, '.'), numberIn(cell, ',')];
  return point !== undefined && comma !== undefined && point !== comma;
}

function isOdd(cell: string): boolean {
  return numberIn(cell, '.') === undefined && numberIn(cell, ',') === undefined;
}
