import path from 'node:path';
import { draftName, intentName, nextName } from './file-names.ts';
import { isMissing, isTaken, type FileFacts, type SessionFiles } from './session-files.ts';

/** Written before the first byte of a refresh is sent, removed once its pair is stored. */
export interface Intent {
  /** The generation whose refresh token is sent. */
  readonly generation: number;
  /** Name of this attempt. */
  readonly attempt: string;
  readonly pid: number;
  /**
   * When the refresh token was last sent, in milliseconds since 1970: if earlier sends never arrived, its minute has
   * begun only then.
   */
  readonly sentAt: number;
  /** Its process has ended the refresh without a new pair, so no window has to take it over. */
  readonly isGivenUp?: boolean;
}

/** Enough for a session of this service; more is reserved if the present one is longer. */
const reservedBytes = 4096;

/** Reads and writes the files of sessions, whatever their content. Rejects as the file system does. */
export class SessionFolder {
  readonly path: string;
  readonly #files: SessionFiles;

  constructor(folder: string, files: SessionFiles) {
    this.path = folder;
    this.#files = files;
  }

  /** Names of all files; none if the folder does not exist yet. */
  async names(): Promise<readonly string[]> {
    try {
      return await this.#files.list(this.path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Undefined if there is no such file. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await this.#files.read(this.#at(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Undefined if there is no such file. */
  async stamp(name: string): Promise<string | undefined> {
    try {
      return await this.#files.stamp(this.#at(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Without a name, the facts about the folder itself. Undefined if there is no such file. */
  async facts(name = '.'): Promise<FileFacts | undefined> {
    try {
      return await this.#files.facts(this.#at(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  remove(name: string): Promise<void> {
    return this.#files.remove(this.#at(name));
  }

  /** Writes the whole file at once: it holds either the old text or the new one. Durable when this resolves. */
  async put(name: string, text: string): Promise<void> {
    await this.#files.makeFolder(this.path);
    const draft = draftName(name);
    try {
      await this.write(draft, text, 'wx');
      await this.moveOver(draft, name);
    } catch (error) {
      await this.remove(draft).catch(() => undefined);
      throw error;
    }
  }

  /** Writes a whole file at once, unless it exists already; false then. Durable when this resolves. */
  async create(name: string, text: string): Promise<boolean> {
    await this.#files.makeFolder(this.path);
    const draft = draftName(name);
    try {
      await this.write(draft, text, 'wx');
      await this.#files.link(this.#at(draft), this.#at(name));
      await this.#files.syncFolder(this.path);
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    } finally {
      await this.remove(draft).catch(() => undefined);
    }
  }

  /** `r+` overwrites the start of an existing file. Durable when this resolves. */
  async write(name: string, text: string, flags: 'wx' | 'r+', beforeSync?: () => Promise<void>): Promise<void> {
    const file = await this.#files.open(this.#at(name), flags);
    try {
      await file.write(text);
      await beforeSync?.();
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async moveOver(from: string, to: string): Promise<void> {
    await this.#files.rename(this.#at(from), this.#at(to));
    await this.#files.syncFolder(this.path);
  }

  /** Creates a file of blanks to overwrite with the new session, so that a full disk shows before a token is spent. */
  async reserve(id: string, attempt: string, present: string): Promise<string> {
    const name = nextName(id, attempt);
    // Twice the present length, because the new pair may be longer.
    await this.write(name, ' '.repeat(Math.max(reservedBytes, 2 * present.length)), 'wx');
    return name;
  }

  writeIntent(id: string, intent: Intent): Promise<void> {
    return this.put(intentName(id), JSON.stringify(intent));
  }

  /** Undefined if there is none, or it can't be parsed: then it was not written completely, so nothing was sent. */
  async readIntent(id: string): Promise<Intent | undefined> {
    const text = await this.read(intentName(id));
    try {
      const value = JSON.parse(text ?? '') as Partial<Intent>;
      const isWhole = Number.isFinite(value.generation) && Number.isFinite(value.sentAt);
      return isWhole ? (value as Intent) : undefined;
    } catch {
      return undefined;
    }
  }

  removeIntent(id: string): Promise<void> {
    return this.remove(intentName(id));
  }

  #at(name: string): string {
    return path.join(this.path, name);
  }
}

/**
 * How long ago the refresh token was last sent, in milliseconds, as far as that is known: a time in the future means
 * that the clock was set back since, so the token may have been sent just now.
 */
export function ageOfIntent({ sentAt }: Intent, now: number): number {
  return Math.max(0, now - sentAt);
}
