import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { chargeRecord } from '../../service/v2/contract.ts';

/** A map in memory, a list of pairs in the file: a key like `__proto__` is a key like any other. */
const mapOf = <T>(value: z.ZodType<T>) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map(entries));

/** Milliseconds since 1970, of a year that a date can show. */
const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** The sandbox's time at a moment of real time, and how it goes on from there. */
const clockState = z.object({
  realMs: moment,
  sandboxMs: moment,
  speed: z.number().positive().max(100_000),
  frozen: z.boolean(),
});
const realTime: z.infer<typeof clockState> = { realMs: 0, sandboxMs: 0, speed: 1, frozen: false };

/** Everything that outlives a restart. Times are milliseconds since 1970. */
export const stateSchema = z.object({
  version: z.literal(1),
  /** Ids depend on it: a state belongs to one seed. */
  seed: z.number(),
  clock: clockState.default(() => ({ ...realTime })),
  grants: mapOf(z.object({ ownerId: z.string(), vehicleIds: z.array(z.string()), scopes: z.array(z.string()) })),
  codes: mapOf(z.object({ grantId: z.string(), redirectUri: z.string(), expiresAt: moment, used: z.boolean() })),
  accessTokens: mapOf(z.object({ grantId: z.string(), expiresAt: moment })),
  refreshTokens: mapOf(z.object({ grantId: z.string(), expiresAt: moment, firstUsedAt: moment.nullable() })),
  /** When each owner first granted access. */
  firstGrants: mapOf(moment),
  /** What owners chose, by vehicle. */
  capacityChoices: mapOf(z.number()),
  /** Tokens of the capacity flow's links, by vehicle. */
  capacityLinks: mapOf(z.object({ token: z.string(), expiresAt: moment })),
  /** Charges that were simulated, oldest first, by vehicle. */
  addedCharges: mapOf(z.array(chargeRecord)).default(() => new Map()),
});
export type SandboxState = z.infer<typeof stateSchema>;

function emptyState(seed: number): SandboxState {
  return {
    version: 1,
    seed,
    clock: { ...realTime },
    grants: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    firstGrants: new Map(),
    capacityChoices: new Map(),
    capacityLinks: new Map(),
    addedCharges: new Map(),
  };
}

/** The sandbox's state, in memory and, if it has a file, on disk after every change. */
export class Store {
  readonly #file: string | undefined;
  #state: SandboxState;
  #isFresh = true;

  private constructor(file: string | undefined, state: SandboxState) {
    this.#file = file;
    this.#state = state;
  }

  /**
   * Reads the file if there is one. One that can't be read, or that belongs to another seed, is moved aside
   * (`FILE.broken`) with a message to `warn`, and the sandbox starts fresh. Throws if the place is not writable.
   */
  static open(seed: number, file?: string, warn: (message: string) => void = () => undefined): Store {
    const store = new Store(file, emptyState(seed));
    if (file === undefined) return store;
    mkdirSync(dirname(file), { recursive: true });
    const found = readState(file, seed);
    if (typeof found === 'string') {
      renameSync(file, `${file}.broken`);
      warn(`The state in ${file} ${found}. It was moved to ${file}.broken; the sandbox starts fresh.`);
    } else if (found !== undefined) {
      store.#state = found;
      store.#isFresh = false;
    }
    store.save();
    return store;
  }

  /** Whether it began empty, and not from a file. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  get state(): Readonly<SandboxState> {
    return this.#state;
  }

  /** Changes the state and has it on disk before it returns: what a client was told survives a crash. */
  change<T>(change: (state: SandboxState) => T): T {
    const result = change(this.#state);
    this.save();
    return result;
  }

  /** Forgets everything, the clock's offset included. */
  reset(): void {
    this.#state = emptyState(this.#state.seed);
    this.save();
  }

  /** Takes the place of what is there. Throws a ZodError, or a RangeError where the state is of another seed. */
  load(content: unknown): void {
    const state = stateSchema.parse(content);
    if (state.seed !== this.#state.seed) {
      throw new RangeError(`seed: the state is of seed ${state.seed}, and this sandbox has ${this.#state.seed}`);
    }
    this.#state = state;
    this.save();
  }

  /** The state as JSON, for a file or for {@link load}. It holds live tokens. */
  text(): string {
    return JSON.stringify(this.#state, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  }

  save(): void {
    if (this.#file === undefined) return;
    writeAtomically(this.#file, this.text());
  }
}

/** The state, a message that says why it can't be used, or undefined where there is no file. */
function readState(file: string, seed: number): SandboxState | string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const state = stateSchema.parse(JSON.parse(text));
    return state.seed === seed ? state : `belongs to seed ${state.seed}, not ${seed}`;
  } catch {
    return 'is torn or not the state of a sandbox';
  }
}

/** A reader sees the old text or the new one, whenever the process or the machine stops. */
function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = openSync(temporary, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}
