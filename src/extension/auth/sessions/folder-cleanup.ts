import type { Clock } from '../../../common/clock.ts';
import { isExchangeFile } from './key-exchange.ts';
import { isDraft, sessionStem, parseReconnectNote } from './file-names.ts';
import type { SessionFolder } from './session-folder.ts';
import { readRecord } from './session-record.ts';
import type { Timing } from './session-durations.ts';

/**
 * Removes what is no longer needed: drafts and key requests of killed processes, once they have not changed between two
 * runs; notes on sessions that are gone or were renewed since; and marks of signed-out sessions that are so old that no
 * copy can still be valid.
 */
export class FolderCleanup {
  readonly #folder: SessionFolder;
  readonly #timing: Pick<Timing, 'tombstoneMs'>;
  readonly #clock: Clock;
  #seen: ReadonlyMap<string, string | undefined> = new Map();

  constructor(folder: SessionFolder, timing: Pick<Timing, 'tombstoneMs'>, clock: Clock) {
    this.#folder = folder;
    this.#timing = timing;
    this.#clock = clock;
  }

  /** Rejects as the file system does. */
  async run(): Promise<void> {
    const names = await this.#folder.names();
    const passing = names.filter((name) => isDraft(name) || isExchangeFile(name));
    const seen = new Map<string, string | undefined>();
    for (const name of passing) {
      const stamp = await this.#folder.stamp(name);
      if (stamp !== undefined && this.#seen.get(name) === stamp) await this.#folder.remove(name);
      else seen.set(name, stamp);
    }
    this.#seen = seen;
    /** Generations of the stored sessions, by stem. */
    const generations = new Map<string, number>();
    for (const name of names) {
      const stem = sessionStem(name);
      if (stem === undefined) continue;
      const record = readRecord((await this.#folder.read(name)) ?? '');
      if (record?.kind === 'sealed') generations.set(stem, record.header.generation);
      const isOld = record?.kind === 'signed-out' && this.#clock.now() - record.at > this.#timing.tombstoneMs;
      if (isOld) await this.#folder.remove(name);
    }
    for (const name of names) {
      const note = parseReconnectNote(name);
      if (note && generations.get(note.stem) !== note.generation) await this.#folder.remove(name);
    }
  }
}
