/** Of an even number, the middle between the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** What a bench found out, for one figure: met or not, and by how much. */
export interface Verdict {
  /** What was measured: `all rows, 100000 records`. */
  readonly figure: string;
  readonly value: number;
  /** What it must not exceed, … */
  readonly most?: number;
  /** … or what it must reach. */
  readonly least?: number;
  /** `ms`, `MB`, `× floor`. */
  readonly unit: string;
  readonly met: boolean;
}

export function atMost(figure: string, value: number, most: number, unit: string): Verdict {
  return { figure, value, most, unit, met: value <= most };
}

export function atLeast(figure: string, value: number, least: number, unit: string): Verdict {
  return { figure, value, least, unit, met: value >= least };
}

/** How many are met. */
export function tally(verdicts: readonly Verdict[]): string {
  return `${verdicts.filter(({ met }) => met).length} of ${verdicts.length} met`;
}

/** Everything that a bench tells, with whether all targets are met. */
export interface Report<Row> {
  readonly rows: readonly Row[];
  readonly verdicts: readonly Verdict[];
  readonly met: boolean;
}

export function reportFrom<Row>(rows: readonly Row[], verdicts: readonly Verdict[]): Report<Row> {
  return { rows, verdicts, met: verdicts.every(({ met }) => met) };
}

/** A number in as few characters as tell it apart: `1234`, `56.7`, `0.0123`; a dash where there is none. */
export function short(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-';
  const size = Math.abs(value);
  if (size >= 100 || size === 0) return value.toFixed(0);
  return size >= 1 ? value.toFixed(1) : value.toPrecision(2);
}

/** Lines of text with their cells under each other; the first column to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

/** A number in so many characters that one which only just misses its limit is told apart from it. */
function exact(value: number | undefined): string {
  return value !== undefined && Math.abs(value) < 100 ? value.toPrecision(3) : short(value);
}

function limit({ most, least }: Verdict): string {
  return least === undefined ? `<= ${exact(most)}` : `>= ${exact(least)}`;
}

/** The cells of the verdicts, with a head. */
export function verdictRows(verdicts: readonly Verdict[]): string[][] {
  const rows = verdicts.map((each) => [
    each.figure,
    exact(each.value),
    limit(each),
    each.unit,
    each.met ? 'met' : 'MISSED',
  ]);
  return [['target', 'value', 'limit', 'unit', 'verdict'], ...rows];
}

/** Parts of a report as its lines, with an empty one between two parts. */
export function linesOf(parts: readonly (readonly string[])[]): string[] {
  return parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}
