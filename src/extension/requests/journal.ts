import { type Disposable, Emitter } from '../../common/event.ts';
import type { Decision, DecisionKind, RequestReport, RepeatableRequest } from '../../service/model/request-report.ts';
import { causeOf } from '../vehicles/data/failures.ts';
import { beginningOf, type Redacted, redact } from './redact.ts';

/** How a request ended. */
export type Outcome =
  /** 2xx, with what was requested. */
  | 'ok'
  /** 2xx, without it. */
  | 'quiet'
  /** The service responded with another status. */
  | 'refused'
  /** No complete response arrived. */
  | 'failed';

/** One request, without secrets. */
export interface JournalEntry
  extends Redacted, Pick<RequestReport, 'operation' | 'method' | 'startedAt' | 'durationMs' | 'status' | 'bytes'> {
  /** Counts up from 1. */
  readonly id: number;
  readonly outcome: Outcome;
  /** The number of this request among those made for the same call, from 1. */
  readonly attempt: number;
  /** What was decided about it; absent if it succeeded or is not decided yet. */
  readonly decision?:
    { readonly kind: DecisionKind; readonly why: string; readonly cause?: string | undefined } | undefined;
  /** The name of the agent on whose behalf it was sent, as the agent gives it. */
  readonly askedBy?: string | undefined;
  /** If a plan of version 3 may charge for it: how many such requests about its vehicle there are, with this one. */
  readonly billable?: number | undefined;
  /** How to send it again; only for requests that change nothing. */
  readonly repeatable?: RepeatableRequest | undefined;
}

/** The total length of response bodies that are kept in full, in characters. */
const mostCharacters = 8 << 20;

/** The most recent requests of this extension. Reports are redacted as they arrive, so no secret is kept here. */
export class RequestJournal implements Disposable {
  readonly #capacity: number;
  readonly #didAdd = new Emitter<JournalEntry>();
  readonly #didDecide = new Emitter<JournalEntry>();
  readonly #didChange = new Emitter<void>();
  readonly #calls = new WeakMap<object, number>();
  readonly #billable = new Map<string, number>();
  #entries: JournalEntry[] = [];
  #nextId = 1;

  /** Fires for each new request. */
  readonly onDidAdd = this.#didAdd.event;
  /** Fires for each request about which something was decided. */
  readonly onDidDecide = this.#didDecide.event;
  /** Fires whenever `entries` changes. */
  readonly onDidChange = this.#didChange.event;

  constructor(capacity = 500) {
    this.#capacity = capacity;
  }

  /** Newest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries.toReversed();
  }

  /** How many requests were answered that a plan may charge for. Clearing the list does not reset it. */
  get billable(): number {
    return [...this.#billable.values()].reduce((sum, count) => sum + count, 0);
  }

  add(report: RequestReport): void {
    const { operation, method, startedAt, durationMs, status, bytes, context } = report;
    const id = this.#nextId++;
    const outcome = outcomeOf(report);
    const entry: JournalEntry = {
      ...{ id, operation, method, startedAt, durationMs, status, bytes, ...redact(report) },
      outcome,
      billable: outcome === 'ok' ? this.#countBillable(context?.meteredVehicle) : undefined,
      attempt: context?.attempt ?? 1,
      repeatable: context?.repeatable,
      ...(context?.askedBy !== undefined && { askedBy: context.askedBy }),
    };
    if (context) this.#calls.set(context.call, id);
    this.#entries.push(entry);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
    this.#shortenOlder();
    this.#didAdd.fire(entry);
    this.#didChange.fire();
  }

  #countBillable(vehicle: string | undefined): number | undefined {
    if (vehicle === undefined) return undefined;
    const count = (this.#billable.get(vehicle) ?? 0) + 1;
    this.#billable.set(vehicle, count);
    return count;
  }

  #shortenOlder(): void {
    let kept = 0;
    for (const [index, entry] of [...this.#entries.entries()].reverse()) {
      kept += entry.responseBody?.text.length ?? 0;
      if (kept > mostCharacters) this.#entries[index] = shortened(entry);
    }
  }

  /** Records what was decided about the last request of a call. */
  decide({ call, kind, why, error }: Decision): void {
    const id = this.#calls.get(call);
    const index = this.#entries.findIndex((entry) => entry.id === id);
    const entry = this.#entries[index];
    if (!entry) return;
    const outcome = error && entry.outcome === 'ok' ? 'quiet' : entry.outcome;
    const decided = { ...entry, outcome, decision: { kind, why, cause: error && causeOf(error) } };
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
