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
  /** A time as it would be on the machine that its limit is of, if this one is known to be slower or faster. */
  readonly there?: number;
}

export function atMost(figure: string, value: number, most: number, unit: string): Verdict {
  return { figure, value, most, unit, met: value <= most };
}

export function atLeast(figure: string, value: number, least: number, unit: string): Verdict {
  return { figure, value, least, unit, met: value >= least };
}

/**
 * Times with what they would be on the machine that the limits are of.
 *
 * @param slowness how many times as long as that one this machine takes, if that is known
 */
export function onReference(verdicts: readonly Verdict[], slowness: number | undefined): Verdict[] {
  if (slowness === undefined) return [...verdicts];
  return verdicts.map((each) => (/^ms\b/.test(each.unit) ? { ...each, there: each.value / slowness } : each));
}

function metThere({ there, most, met }: Verdict): boolean {
  return there === undefined || most === undefined ? met : there <= most;
}

/** How many are met, here and on the machine that the limits are of. */
export function tally(verdicts: readonly Verdict[]): string {
  const { length } = verdicts.filter(({ met }) => met);
  const there = verdicts.filter(metThere).length;
  const known = verdicts.some((each) => each.there !== undefined);
  return `${length} of ${verdicts.length} met${known ? `; ${there} with times as on the machine that they are of` : ''}`;
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
function table(rows: readonly (readonly string[])[]): string[] {
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

const verdictOf = (met: boolean) => (met ? 'met' : 'MISSED');

function thereOf(verdict: Verdict): string {
  return verdict.there === undefined ? '' : `${exact(verdict.there)} ${verdictOf(metThere(verdict))}`;
}

/** The cells of the verdicts, with a head. */
export function verdictRows(verdicts: readonly Verdict[]): string[][] {
  const known = verdicts.some(({ there }) => there !== undefined);
  const rows = verdicts.map((each) => [
    ...[each.figure, exact(each.value), limit(each), each.unit, verdictOf(each.met)],
    ...(known ? [thereOf(each)] : []),
  ]);
  return [['target', 'value', 'limit', 'unit', 'verdict', ...(known ? ['on its machine'] : [])], ...rows];
}

/** For a terminal, or for a document. */
export type Form = 'text' | 'markdown';

/** Rows as a table of Markdown; the first one is its head. */
function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rest.map(line)];
}

/** Rows as a table; the first one is its head. */
export function tableIn(form: Form, rows: readonly (readonly string[])[]): string[] {
  return form === 'text' ? table(rows) : markdownTable(rows);
}

/** Parts of a report as its lines, with an empty one between two parts. */
export function linesOf(parts: readonly (readonly string[])[]): string[] {
  return parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}
