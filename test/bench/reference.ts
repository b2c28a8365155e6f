import { median, short } from './figures.ts';
import { recordBody } from './record-body.ts';

/**
 * How long `JSON.parse` of so many records, of so many characters, took on the machine that the targets in milliseconds
 * are of, when nothing else ran there (the facts on performance, section 1).
 */
const reference = { records: 100_000, characters: 21_860_000, milliseconds: 57 } as const;

/** What a report says of the machine's speed, if it is known. */
export function speedLines(slowness: number | undefined): string[] {
  if (slowness === undefined) return [];
  return [`JSON.parse takes ${short(slowness)} × as long as on the machine that the targets in milliseconds are of`];
}

/** Parses at each look: the first is of code that is not warm, and one may be held up. */
const parses = 3;

function parseTime(text: string): number {
  const times = Array.from({ length: parses }, () => {
    const start = performance.now();
    JSON.parse(text);
    return performance.now() - start;
  });
  return median(times);
}

/** Sees how fast the machine is while something is measured on it: the same one may be three times slower in another hour. */
export class SpeedWatch {
  readonly #text = Buffer.concat([...recordBody(reference.records)]).toString();
  readonly #looks: number[];

  /** @param earlier looks at the same machine before */
  constructor(earlier: readonly number[] = []) {
    this.#looks = [...earlier];
  }

  /** Takes about a second of a slow machine. */
  look(): void {
    const there = (reference.milliseconds * this.#text.length) / reference.characters;
    this.#looks.push(parseTime(this.#text) / there);
  }

  /** Of each look, how many times as long as the reference machine this one took. */
  get looks(): readonly number[] {
    return this.#looks;
  }

  /** How many times as long as the reference machine this one takes; undefined before the first look. */
  get slowness(): number | undefined {
    return this.#looks.length === 0 ? undefined : median(this.#looks);
  }
}
