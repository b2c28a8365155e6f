import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Row } from './rows.ts';

/** A row with when it was measured, as an ISO time. */
export interface KeptRow extends Row {
  readonly measuredAt: string;
}

/**
 * Rows of the plan in a file, the latest of each scenario: a plan of an hour may be run in parts, and one that is cut
 * short loses nothing.
 */
export class KeptRows {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** In the order of their tests. None where nothing was kept. */
  async read(): Promise<readonly KeptRow[]> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as readonly KeptRow[];
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async keep(row: Row, measuredAt: Date): Promise<void> {
    const others = (await this.read()).filter(({ test, scenario }) => test !== row.test || scenario !== row.scenario);
    const rows = [...others, { ...row, measuredAt: measuredAt.toISOString() }];
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(this.#file, JSON.stringify(rows.sort(byTest), null, 2));
  }
}

/** T2 comes before T10; rows of one test stay in the order in which they came. */
function byTest(a: Row, b: Row): number {
  return Number(a.test.slice(1)) - Number(b.test.slice(1));
}
