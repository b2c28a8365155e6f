import { createHmac, randomBytes } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../../common/clock.ts';
import type { Logger } from '../../../common/logger.ts';
import { makePrivateFolder, readPrivate, writePrivate } from '../../../common/private-files.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { ColumnBatch } from '../../../service/records/columns.ts';
import { fullForm } from '../../../service/records/wire-format.ts';
import { bodyOfRaw } from '../../../service/records/record-rows.ts';
import { readColumns } from '../../../service/records/record-stream.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import { seal, unseal } from './cache-encryption.ts';

const keyName = 'vehicleData.viewer.recordsKey';
/** Must change whenever the content of a file does: files of another version are ignored. */
const format = 'charge-records 9';
/** Records of more than this many bytes (some 400,000 records) are not cached: reading them back would be no faster. */
const largest = 96 * 1024 * 1024;
/** Tolerance in milliseconds between the clock, timers and file times. */
const slack = 1000;
/** The longest time between two prunings, in milliseconds: the user may shorten how long records are kept. */
const longestWait = 60 * 60_000;

const head = z.object({
  receivedAt: z.number(),
  fetchedAt: z.optional(z.number()),
  nominal: z.optional(z.nullable(z.number())),
  topLevelFields: z.optional(z.readonly(z.array(z.string()))),
  isVersion3: z.boolean(),
});

/** A file holds the raw records, which are parsed again in the same way as those from the service. */
const rawParts = z.array(z.instanceof(Uint8Array));

/**
 * The records of one vehicle as received, and the nominal capacity of its battery, if known: see `Nominal`. Times are
 * milliseconds since 1970.
 */
export interface CachedRecords extends Omit<z.infer<typeof head>, 'isVersion3'> {
  readonly batches: readonly ColumnBatch[];
}

/** The vehicle and days that records belong to. */
export type CacheTarget = Pick<ChargeRecordsTarget, 'sessionId' | 'version' | 'startDate' | 'endDate'> & {
  readonly vehicle: { readonly id: string };
};

export interface RecordCacheDeps {
  /** A folder of the current user, used by this cache alone. */
  readonly folder: string;
  readonly secrets: {
    get(name: string): PromiseLike<string | undefined>;
    store(name: string, value: string): PromiseLike<void>;
    delete(name: string): PromiseLike<void>;
  };
  /** How long records may be kept, in milliseconds; 0: not at all. */
  readonly mayKeep: () => number;
  /** IDs of the sessions that may read; undefined if they cannot be determined now. */
  readonly sessions: () => Promise<readonly string[] | undefined>;
  /** The version by which a session is read where the target has none. Never rejects. */
  readonly leadingVersion: (sessionId: string) => Promise<ApiVersion | undefined>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Keeps charge records across a reload of the window. They are personal data, so they are stored encrypted
 * (AES-256-GCM) in the extension's folder, under names that reveal nothing, with the key in SecretStorage: access to
 * the disk alone is not enough to read them. They are deleted when they are too old, counted from when they were
 * received, and when their account is signed out; if no window is open at that time, the first {@link prune} of the
 * next window does it. Signing out the last account also deletes the key. No method rejects: if the cache fails, the
 * service is asked.
 */
export class RecordCache {
  readonly #deps: RecordCacheDeps;
  #due: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires, in milliseconds since 1970. */
  #dueAt = Infinity;

  constructor(deps: RecordCacheDeps) {
    this.#deps = deps;
  }

  dispose(): void {
    clearTimeout(this.#due);
  }

  async put(target: CacheTarget, { batches, ...times }: CachedRecords): Promise<void> {
    const parts = batches.flatMap(({ raw }) => raw ?? []);
    const isWhole = batches.every(({ raw }) => raw);
    if (this.#deps.mayKeep() <= 0 || !isWhole || sizeOf(parts) > largest) return;
    await this.#quietly('kept', async () => {
      const key = (await this.#key()) ?? (await this.#newKey());
      const name = nameOf(await this.#ofVersion(target), key);
      await makePrivateFolder(this.#deps.folder);
      const path = join(this.#deps.folder, name);
      const isVersion3 = batches[0]?.form !== undefined;
      const pieces = seal([head.parse({ ...times, isVersion3 }), ...parts], key, format + name);
      // If the newer records can't be written, the older ones must not take their place.
      await rm(path, { force: true });
      await writePrivate(path, pieces);
      // The file time is the age of its records, which may be written long after they were received.
      const received = new Date(times.receivedAt);
      await utimes(path, received, received);
      // The account may have been signed out during the write.
      await this.prune();
    });
  }

  /** Returns the records if they are cached, fresh, and their account is still connected. */
  async get(target: CacheTarget): Promise<CachedRecords | undefined> {
    return this.#quietly('read', async () => {
      await this.prune();
      const key = await this.#key();
      if (!key) return undefined;
      const name = nameOf(await this.#ofVersion(target), key);
      const path = join(this.#deps.folder, name);
      const file = await readPrivate(path).catch(() => undefined);
      if (!file) return undefined;
      const [first, ...parts] = await unseal(file, key, format + name).catch(async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      });
      const known = head.parse(first);
      const age = this.#deps.clock.now() - known.receivedAt;
      if (age < 0 || age >= this.#deps.mayKeep()) return undefined;
      const batches: ColumnBatch[] = [];
      const { isVersion3, ...times } = known;
      const reading = isVersion3 ? { form: fullForm } : undefined;
      const body = bodyOfRaw(rawParts.parse(parts));
      for await (const batch of readColumns(body, undefined, reading)) batches.push(batch);
      return { ...times, batches };
    });
  }

  /**
   * Deletes records that are too old or whose account is no longer connected. Schedules itself for when the oldest
   * remaining records expire.
   */
  async prune(): Promise<void> {
    await this.#quietly('deleted', async () => {
      const names = await readdir(this.#deps.folder).catch(() => []);
      if (names.length === 0) return;
      const [key, sessions] = await Promise.all([this.#key(), this.#deps.sessions()]);
      const live = key && sessions?.map((session) => sessionName(session, key));
      const mayKeep = this.#deps.mayKeep();
      const now = this.#deps.clock.now();
      const gone: string[] = [];
      let oldest = Infinity;
      for (const name of names) {
        const path = join(this.#deps.folder, name);
        const received = await timeOf(path);
        // A file whose name starts with a dot is being written, by this window or another one.
        const connected = live === undefined || name.startsWith('.') || live.some((each) => name.startsWith(each));
        // A time in the future comes from a clock that was ahead, so the age of the records is unknown.
        const fresh = received > now - mayKeep && received <= now + slack;
        if (!key || !connected || !fresh) gone.push(path);
        else oldest = Math.min(oldest, received);
      }
      this.#pruneBy(oldest + mayKeep + slack);
      await Promise.all(gone.map((path) => rm(path, { force: true })));
      if (key && sessions?.length === 0) await this.#deps.secrets.delete(keyName);
    });
  }

  /** The target with the version that its records are of, because another one may lead later. */
  async #ofVersion(target: CacheTarget): Promise<CacheTarget> {
    return { ...target, version: target.version ?? (await this.#deps.leadingVersion(target.sessionId)) };
  }

  /** @param time milliseconds since 1970; Infinity: never */
  #pruneBy(time: number): void {
    if (time >= this.#dueAt) return;
    clearTimeout(this.#due);
    this.#dueAt = time;
    const wait = Math.min(time - this.#deps.clock.now(), longestWait);
    this.#due = setTimeout(() => {
      this.#dueAt = Infinity;
      void this.prune();
    }, wait);
    this.#due.unref();
  }

  /** Read each time: another window may have created or deleted the key. */
  async #key(): Promise<Buffer | undefined> {
    const text = await this.#deps.secrets.get(keyName);
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }

  async #newKey(): Promise<Buffer> {
    const key = randomBytes(32);
    await this.#deps.secrets.store(keyName, key.toString('base64'));
    return (await this.#key()) ?? key;
  }

  async #quietly<T>(what: string, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      this.#deps.log.warn(`Charge records could not be ${what}: ${error instanceof Error ? error.message : 'unknown'}`);
      return undefined;
    }
  }
}

function digest(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}

function sessionName(sessionId: string, key: Buffer): string {
  return digest(`session ${sessionId}`, key);
}

/** Without the key, a name reveals neither the account nor the vehicle. */
function nameOf({ sessionId, vehicle, version, startDate, endDate }: CacheTarget, key: Buffer): string {
  const what = JSON.stringify([vehicle.id, version ?? null, startDate ?? null, endDate ?? null]);
  return `${sessionName(sessionId, key)}-${digest(what, key)}`;
}

/** When the records of a file were received, in milliseconds since 1970; 0 if the file no longer exists. */
async function timeOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => undefined);
  return file?.mtimeMs ?? 0;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
