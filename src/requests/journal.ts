import type { Disposable } from '../common/event.ts';
import { Emitter } from '../common/event.ts';
import type { RequestReport } from '../service/transport.ts';
import type { Redacted } from './redact.ts';
import { redact } from './redact.ts';

/** How a request ended. */
export type Outcome =
  /** 2xx. */
  | 'ok'
  /** The service answered with another status. */
  | 'refused'
  /** No whole answer came. */
  | 'failed';

/** One request, free of secrets. */
export interface JournalEntry
  extends Redacted, Pick<RequestReport, 'operation' | 'method' | 'startedAt' | 'durationMs' | 'status' | 'bytes'> {
  /** Counts up from 1. */
  readonly id: number;
  readonly outcome: Outcome;
}

/** The last requests of this extension. What comes in is redacted at once: no secret is kept here. */
export class RequestJournal implements Disposable {
  readonly #capacity: number;
  readonly #didChange = new Emitter<JournalEntry | undefined>();
  #entries: JournalEntry[] = [];
  #nextId = 1;

  /** The entry that came, or undefined when all were cleared. */
  readonly onDidChange = this.#didChange.event;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  /** Newest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries.toReversed();
  }

  add(report: RequestReport): void {
    const { operation, method, startedAt, durationMs, status, bytes } = report;
    const numbers = { startedAt, durationMs, status, bytes };
    const entry = { id: this.#nextId++, operation, method, ...numbers, ...redact(report), outcome: outcomeOf(report) };
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
    this.#didChange.fire(entry);
  }

  clear(): void {
    this.#entries = [];
    this.#didChange.fire(undefined);
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}

function outcomeOf({ status, failure }: RequestReport): Outcome {
  if (failure !== undefined || status === undefined) return 'failed';
  return status >= 200 && status < 300 ? 'ok' : 'refused';
}
