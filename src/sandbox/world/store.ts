import { closeSync, existsSync, fsyncSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Emitter } from '../../common/event.ts';
import { moveOverSync, writeFailure } from '../../common/files/write-file.ts';
import { parseJsonBytes } from '../../common/text/decode-text.ts';
import { isUuid } from '../../common/random-secret.ts';
import { openPrivateSync, readPrivateSync } from '../../common/private-files.ts';
import { emptyState, stateSchema, type StoredState } from './stored-state.ts';

const saveDelayMs = 100;

/** The sandbox's state: in memory and, if it has a file, saved to disk after every change. */
export class Store {
  readonly #file: string | undefined;
  #state: StoredState;
  /** As JSON, what a change that can't be saved leaves. */
  #kept = '';
  #isFresh = true;
  #saved: string | undefined;
  readonly #plainTokens = new Set<string>();
  readonly #willSave = new Emitter<'change' | 'replace'>();
  /** Fires after a change, or after everything was replaced; what a listener changes is saved together with it. */
  readonly onWillSave = this.#willSave.event;
  #delayedSave: NodeJS.Timeout | undefined;

  private constructor(file: string | undefined, state: StoredState) {
    this.#file = file;
    this.#state = state;
  }

  /**
   * Reads the file if there is one. If it is unusable, throws an Error that says what to do, and leaves the file
   * unchanged; with `replace`, it is moved aside, `warn` is called with its new place, and the sandbox starts fresh.
   * Also throws if the file is not writable, or if there is something else in its place, such as a link.
   */
  static open(seed: number, file?: string, replace = false, warn: (message: string) => void = () => undefined): Store {
    const store = new Store(file, emptyState(seed));
    if (file === undefined) return store;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const found = readState(file, seed);
    if (typeof found === 'string') {
      if (!replace) throw new Error(`${found} To move it aside and start with a new state, add --replace-state.`);
      warn(`${found} It was moved to ${moveAside(file)}, and the sandbox starts with a new state.`);
    } else if (found !== undefined) {
      store.#take(found);
      store.#isFresh = false;
    }
    store.save();
    return store;
  }

  /** Tokens from loaded states, valid or not, that the sandbox did not create itself: its own are UUIDs. */
  get plainTokens(): ReadonlySet<string> {
    return this.#plainTokens;
  }

  /** Whether it started empty instead of from a file. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  get state(): Readonly<StoredState> {
    return this.#state;
  }

  /**
   * Changes the state and saves it to disk before returning: what a client has received survives a crash. If that is not
   * possible, takes everything back and throws the file system's error.
   */
  change<T>(change: (state: StoredState) => T): T {
    const result = change(this.#state);
    this.#willSave.fire('change');
    this.#keep();
    return result;
  }

  #keep(): void {
    try {
      this.save();
    } catch (error) {
      this.#state = stateSchema.parse(JSON.parse(this.#kept));
      this.#willSave.fire('replace');
      throw error;
    }
  }

  /** Changes what may be forgotten in a crash: it is saved with the next change, or after a moment. */
  changeSoon(change: (state: StoredState) => void): void {
    change(this.#state);
    if (this.#file === undefined) return;
    this.#delayedSave ??= setTimeout(() => {
      try {
        this.save((this.#kept = this.text()));
      } catch {
        // For example on a full disk. The next change saves this one too, or fails for its caller.
      }
    }, saveDelayMs).unref();
  }

  /** Forgets everything, including the clock's offset. */
  reset(): void {
    this.#state = emptyState(this.#state.seed);
    this.#willSave.fire('replace');
    this.#keep();
  }

  /** Replaces the state. Throws a RangeError if it belongs to another seed. */
  load(state: StoredState): void {
    if (state.seed !== this.#state.seed) {
      throw new RangeError(`seed: the state is of seed ${state.seed}, and this sandbox has ${this.#state.seed}`);
    }
    this.#take(state);
    this.#willSave.fire('replace');
    this.#keep();
  }

  #take(state: StoredState): void {
    this.#state = state;
    for (const token of tokensOf(state)) if (!isUuid(token)) this.#plainTokens.add(token);
  }

  /** The state as JSON, for a file or for {@link load}. Contains live tokens. */
  text(): string {
    return JSON.stringify(this.#state, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  }

  save(text?: string): void {
    clearTimeout(this.#delayedSave);
    this.#delayedSave = undefined;
    if (this.#file === undefined) return;
    const next = text ?? this.text();
    if (next !== this.#saved) writeAtomically(this.#file, next);
    this.#kept = this.#saved = next;
  }
}

/** The state, a sentence that says why it can't be used, or undefined if there is none. */
function readState(file: string, seed: number): StoredState | string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readPrivateSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(
      code === 'ELOOP'
        ? `${file} is a symbolic link, which saving would replace. Give --state the file that it leads to.`
        : `The state can't be read: ${message}`,
      { cause: error },
    );
  }
  // An empty file, such as `mktemp` creates.
  if (bytes.length === 0) return undefined;
  let content: unknown;
  try {
    content = parseJsonBytes(bytes);
  } catch {
    // Omits the parser's message, because it quotes the file, which contains live tokens.
    return `The state in ${file} is damaged: it is not JSON.`;
  }
  const { data, error } = stateSchema.safeParse(content);
  if (!data) {
    const [issue] = error.issues;
    return `${file} is not a sandbox state: ${[...(issue?.path ?? []), issue?.message].map(String).join(': ')}.`;
  }
  return data.seed === seed ? data : `The state in ${file} belongs to seed ${data.seed}, not ${seed}.`;
}

/** Returns the new path. A file that was moved aside earlier is kept. */
function moveAside(file: string): string {
  let aside = `${file}.broken`;
  for (let number = 2; existsSync(aside); number++) aside = `${file}.broken-${number}`;
  moveOverSync(file, aside);
  return aside;
}

function tokensOf(state: StoredState): string[] {
  const { codes, accessTokens, refreshTokens, applicationTokens, capacityLinks } = state;
  const links = [...capacityLinks.values()].map(({ token }) => token);
  return [codes, accessTokens, refreshTokens, applicationTokens].flatMap((map) => [...map.keys()]).concat(links);
}

/** A reader sees either the old or the new text, even if the process or the machine stops midway. */
function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  try {
    const handle = openPrivateSync(temporary, 'wx');
    try {
      // A single write can end without an error after a part if the disk is full.
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveOverSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    if (writeFailure(error) === 'held') throw new Error(`${file} is open in another program`, { cause: error });
    throw error;
  }
}
