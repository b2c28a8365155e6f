import { type Disposable, Emitter } from '../../common/event.ts';
import type { Decision, DecisionKind, RequestReport, RepeatableRequest } from '../../service/model/request-report.ts';
import { beginningOf } from './redact-body.ts';
import { type Redacted, redact } from './redact.ts';

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
  /** Counts the requests that serve one call from 1. */
  readonly attempt: number;
  /** What was decided about it; absent where it brought what was asked for, or nobody has said yet. */
  readonly decision?: { readonly kind: DecisionKind; readonly why: string } | undefined;
  /** What the agent calls itself for whom it was sent. */
  readonly askedBy?: string | undefined;
  /** Where the same can be asked again; only for what changes nothing. */
  readonly repeatable?: RepeatableRequest | undefined;
}

/** Characters of bodies that are kept whole. */
const mostCharacters = 8 << 20;

/** The last requests of this extension. What comes in is redacted at once: no secret is kept here. */
export class RequestJournal implements Disposable {
  readonly #capacity: number;
  readonly #didAdd = new Emitter<JournalEntry>();
  readonly #didDecide = new Emitter<JournalEntry>();
  readonly #didChange = new Emitter<void>();
  readonly #calls = new WeakMap<object, number>();
  readonly #metered = new Map<string, number>();
  #entries: JournalEntry[] = [];
  #nextId = 1;

  /** Told of each request that comes. */
  readonly onDidAdd = this.#didAdd.event;
  /** Told of each request about which something was decided. */
  readonly onDidDecide = this.#didDecide.event;
  /** Told of everything that makes `entries` another list. */
  readonly onDidChange = this.#didChange.event;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  /** Newest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries.toReversed();
  }

  /** How many requests about each vehicle were answered that a plan may charge for. They stay when the list is cleared. */
  get metered(): ReadonlyMap<string, number> {
    return this.#metered;
  }

  find(id: number): JournalEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  add(report: RequestReport): void {
    const { operation, method, startedAt, durationMs, status, bytes, context } = report;
    const id = this.#nextId++;
    const entry: JournalEntry = {
      ...{ id, operation, method, startedAt, durationMs, status, bytes, ...redact(report) },
      outcome: outcomeOf(report),
      attempt: context?.attempt ?? 1,
      repeatable: context?.repeatable,
      ...(context?.askedBy !== undefined && { askedBy: context.askedBy }),
    };
    if (context) this.#calls.set(context.call, id);
    const vehicle = context?.meteredVehicle;
    if (vehicle !== undefined && entry.outcome === 'ok')
      this.#metered.set(vehicle, (this.#metered.get(vehicle) ?? 0) + 1);
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
    this.#shortenOlder();
    this.#didAdd.fire(entry);
    this.#didChange.fire();
  }

  #shortenOlder(): void {
    let kept = 0;
    for (const [index, entry] of [...this.#entries.entries()].reverse()) {
      kept += entry.responseBody?.text.length ?? 0;
      if (kept > mostCharacters) this.#entries[index] = shortened(entry);
    }
  }

  /** Notes what was decided about the last request of a call. */
  decide({ call, kind, why }: Decision): void {
    const id = this.#calls.get(call);
    const index = this.#entries.findIndex((entry) => entry.id === id);
    const entry = this.#entries[index];
    if (!entry) return;
    const decided = { ...entry, decision: { kind, why } };
    this.#entries[index] = decided;
    this.#didDecide.fire(decided);
    this.#didChange.fire();
  }

  clear(): void {
    this.#entries = [];
    this.#didChange.fire();
  }

  dispose(): void {
    this.#didAdd.dispose();
    this.#didDecide.dispose();
    this.#didChange.dispose();
  }
}

function shortened(entry: JournalEntry): JournalEntry {
  const { text = '' } = entry.responseBody ?? {};
  const beginning = beginningOf(text);
  return beginning === text ? entry : { ...entry, responseBody: { text: beginning, isCut: true } };
}

function outcomeOf({ status, failure }: RequestReport): Outcome {
  if (failure !== undefined || status === undefined) return 'failed';
  return status >= 200 && status < 300 ? 'ok' : 'refused';
}
