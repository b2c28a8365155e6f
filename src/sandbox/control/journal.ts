import { createMiddleware } from 'hono/factory';
import type { Clock } from '../../common/clock.ts';
import { Emitter } from '../../common/event.ts';
import type { FaultOperation } from '../faults/fault-schema.ts';
import type { SandboxEnv } from '../http.ts';
import { redactedAddress } from './redacted-address.ts';
import type { RuleIds } from '../rules.ts';

/** One request of an application or of an owner. Headers and bodies are not kept: they hold tokens and codes. */
export interface JournalEntry {
  /** Counts up, across restarts too: who asks for what came after an entry misses none of a new process. */
  readonly id: number;
  /** ISO 8601, the sandbox's time when the request came. */
  readonly at: string;
  readonly method: string;
  /** Path and query without secrets. */
  readonly path: string;
  /** null where the connection ended without an answer. */
  readonly status: number | null;
  /** Whether the whole answer went out. */
  readonly complete: boolean;
  /** Real milliseconds until the answer was out or the connection ended. */
  readonly durationMs: number;
  readonly operation: FaultOperation | null;
  readonly requestId: string;
  readonly rules: RuleIds;
  /** The fault that struck, by its id. */
  readonly fault: number | null;
}

/** The last requests, at least `capacity` of them and fewer than twice that many. The sandbox's own control paths are left out. */
export class Journal {
  readonly #clock: Clock;
  readonly #capacity: number;
  #entries: JournalEntry[] = [];
  #lastId: number;
  readonly #added = new Emitter<JournalEntry>();
  readonly onDidAdd = this.#added.event;

  /** `clock` is the sandbox's; ids begin after `lastId`. */
  constructor(clock: Clock, capacity = 1000, lastId = Date.now()) {
    this.#lastId = lastId;
    this.#clock = clock;
    this.#capacity = capacity;
  }

  /** Oldest first; those after the entry with the id `id`. */
  since(id: number): readonly JournalEntry[] {
    return this.#entries.filter((entry) => entry.id > id);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Stands around every request. */
  readonly around = createMiddleware<SandboxEnv>(async (c, next) => {
    const { outgoing } = c.env;
    if (/^\/sandbox(?:\/|$)/.test(c.req.path)) return next();
    const at = new Date(this.#clock.now()).toISOString();
    const start = performance.now();
    outgoing.once('close', () => {
      this.#add({
        at,
        method: c.req.method,
        path: redactedAddress(new URL(c.req.url)),
        status: outgoing.headersSent ? outgoing.statusCode : null,
        complete: outgoing.writableFinished,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        operation: c.get('operation') ?? null,
        requestId: c.get('requestId'),
        rules: c.get('rules'),
        fault: c.get('fault') ?? null,
      });
    });
    return next();
  });

  #add(request: Omit<JournalEntry, 'id'>): void {
    const entry = { id: ++this.#lastId, ...request };
    this.#entries.push(entry);
    // In one go and not one by one: moving a thousand entries for each request would cost more than answering it.
    if (this.#entries.length >= 2 * this.#capacity) this.#entries = this.#entries.slice(-this.#capacity);
    this.#added.fire(entry);
  }
}
