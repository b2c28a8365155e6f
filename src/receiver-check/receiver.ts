import { randomUUID } from 'node:crypto';
import { now } from '../common/clock.ts';
import { isLoopbackHost } from '../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../common/missing-in-node-20.ts';
import { plainText } from '../common/text/plain-text.ts';
import { t } from '../common/translate.ts';
import type { NetworkRoute } from '../service/model/network-route.ts';
import { type EventForms, newestForms } from '../service/webhooks/event-forms.ts';
import {
  dashboardError,
  dashboardState,
  type ErrorEvent,
  type EventBody,
  eventBytes,
  type EventError,
  type EventSource,
  type StateEvent,
} from '../service/webhooks/events.ts';
import { adviceOnStatus, type KnownKey, signingTokens } from '../service/webhooks/explain-signature.ts';
import { type PostAnswer, Poster, PostFailure } from '../service/http/post.ts';
import { deliveryHeaders, sign, signatureHeader } from '../service/webhooks/signature.ts';
import { timeLimit } from '../common/abort-with.ts';

export interface ReceiverOptions {
  readonly url: URL;
  /** The token that signs, while it is being replaced the older one, and what may have been taken for the token. */
  readonly keys: readonly [KnownKey, ...KnownKey[]];
  /** Address that answers with how often an event was handled; `{eventId}` stands for its ID. */
  readonly probe?: string | undefined;
  /** How receivers elsewhere, and the probe, are reached; directly by default. */
  readonly route?: NetworkRoute;
  /** Ends the check. */
  readonly signal: AbortSignal;
  /** UUIDs by default. */
  readonly newId?: () => string;
  /** Aborts with a signal, or when an answer is too late: by default 15 seconds, as long as the service waits (public). */
  readonly deadline?: (signal: AbortSignal) => AbortSignal;
  /** Milliseconds within which answers are best; a second by default. */
  readonly fastMs?: number;
  /** Milliseconds between two looks at the probe; 100 by default. */
  readonly pauseMs?: number;
  /** Milliseconds that answers may take in all; two minutes by default. */
  readonly mostWaitMs?: number;
}

const defaults = {
  route: {},
  newId: (): string => randomUUID(),
  deadline: (signal: AbortSignal) => timeLimit(15_000, signal),
  fastMs: 1000,
  pauseMs: 100,
  mostWaitMs: 120_000,
};

/** What came back for a delivery. */
export interface Received {
  /** Why there was no answer, as Node calls it. */
  readonly code?: string;
  /** Undefined if there was no answer, or it was too late. */
  readonly answer: PostAnswer | undefined;
  readonly isAccepted: boolean;
  /** For people, without tokens. */
  readonly text: string;
}

export interface Delivery {
  /** Made of the body with the token if omitted; none if null. */
  readonly signature?: string | null;
  readonly token?: string;
  /** The name of its header. */
  readonly header?: string;
}

/** The check can't go on. The rule that notices it says why, and no other one can be decided. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  /** What the receiver did, and how to change that; omitted if another rule says so. */
  readonly finding?: Pick<Finding, 'received' | 'fix'>;
  /** The ID of the rule that says so, and what was sent last. */
  rule?: string;
  sent?: string;

  constructor(reason: string, { rule, finding }: Pick<CheckStopped, 'rule' | 'finding'>) {
    super(reason);
    if (rule !== undefined) this.rule = rule;
    if (finding) this.finding = finding;
  }
}

/** A mistake of the receiver. For people. */
export interface Finding {
  readonly sent: string;
  readonly received: string;
  readonly fix: string;
}

/** With it, a receiver says of each delivery whether it has handled the event: true or false. */
export const handledHeader = 'event-handled';

/** After so many late answers, nothing more is sent. */
const mostLateAnswers = 3;

/** Bytes of an answer that are read: those to a challenge are short, and others ignored. */
const mostBytes = 1 << 16;

/** The receiver that is checked, and what was noticed about all of its answers. */
export class Receiver {
  readonly options: ReceiverOptions & typeof defaults;
  /** Signs what is sent. */
  readonly token: string;
  readonly olderToken: string | undefined;
  /** Of the answer that took longest. */
  slowestMs = 0;
  lateAnswers = 0;
  deliveries = 0;
  /** Whether it says with a header of its answers which events it has handled. */
  saysHandled = false;
  /** What came with an answer that nobody but the receiver should know. */
  gaveAway: string | undefined;
  /** Whether VERIFY was answered with a hash that only the token makes. */
  hasToken = false;
  readonly #poster: Poster;
  #waitedMs = 0;
  #stopped: CheckStopped | undefined;
  /** An event form that it accepts: other rules use that, so that each mistake fails its own rule only. */
  forms: EventForms = newestForms;

  constructor(options: ReceiverOptions) {
    this.options = { ...defaults, ...options };
    this.#poster = new Poster(this.options.route);
    [this.token = '', this.olderToken] = signingTokens(options.keys);
  }

  /** Throws {@link CheckStopped}, or the reason for which the check is ended. */
  async deliver(
    event: EventBody | Buffer,
    { signature, token = this.token, header = signatureHeader }: Delivery = {},
  ): Promise<Received> {
    const { url, signal, deadline } = this.options;
    signal.throwIfAborted();
    if (this.#stopped) throw this.#stopped;
    const body = Buffer.isBuffer(event) ? event : eventBytes(event);
    const { [signatureHeader]: value, ...others } = deliveryHeaders(
      signature === null ? undefined : (signature ?? sign(token, body)),
    );
    const headers = value === undefined ? others : { ...others, [header]: value };
    this.deliveries += 1;
    try {
      const answer = await this.#poster.post({ url, body, headers, mostBytes, signal: deadline(signal) });
      this.slowestMs = Math.max(this.slowestMs, answer.endMs);
      this.#waitedMs += answer.endMs;
      if (answer.cut === 'aborted') return this.#late(t('an answer that does not end in time'));
      const received = { answer, isAccepted: answer.status >= 200 && answer.status < 300, text: this.#shown(answer) };
      this.#look(received, value === undefined ? undefined : sign(this.token, body));
      return received;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PostFailure)) throw error;
      if (error.code === 'ABORTED') return this.#late(t('no answer in time'));
      const text = t('no answer ({0})', error.code);
      if (this.#waitedMs > 0 && (await this.#isGone())) {
        const fix = t('The receiver stopped running. Its log says why. Answer 400 to what it can’t read.');
        return this.#stop(t('the receiver stopped running.'), { finding: { received: text, fix } });
      }
      return { answer: undefined, code: error.code, isAccepted: false, text };
    }
  }

  /** At what an answer says beside whether the event was accepted. */
  #look({ answer, isAccepted, text }: Received, signature: string | undefined): void {
    const { status, headers, body } = answer ?? {};
    this.saysHandled ||= headers?.[handledHeader] !== undefined;
    const shown = `${JSON.stringify(headers)}${Buffer.from(body ?? []).toString('utf8')}`;
    if (signingTokens(this.options.keys).some((secret) => shown.includes(secret))) this.gaveAway = text;
    if (signature !== undefined && !isAccepted && shown.toLowerCase().includes(signature)) this.gaveAway = text;
    const fix = adviceOnStatus(status) ?? '';
    if (status === 429) this.#stop(t('the receiver limits requests.'), { finding: { received: text, fix } });
    // What redirects the first delivery redirects all of them.
    if (this.deliveries === 1 && status !== undefined && status >= 300 && status < 400) {
      this.#stop(t('the receiver redirects.'), { finding: { received: text, fix } });
    }
    if (this.#waitedMs <= this.options.mostWaitMs) return;
    const reason = t('{0} answers took {1} seconds.', this.deliveries, Math.round(this.#waitedMs / 1000));
    this.#stop(reason, { rule: 'fast' });
  }

  #late(text: string): Received {
    this.options.signal.throwIfAborted();
    this.lateAnswers += 1;
    if (this.lateAnswers === mostLateAnswers) {
      this.#stopped = new CheckStopped(t('answers come too late.'), { rule: 'in-time' });
    }
    return { answer: undefined, isAccepted: false, text };
  }

  #stop(...how: ConstructorParameters<typeof CheckStopped>): never {
    this.#stopped = new CheckStopped(...how);
    throw this.#stopped;
  }

  /** Whether nothing listens any more: a connection that is closed is no end yet. */
  async #isGone(): Promise<boolean> {
    const { url, signal, deadline } = this.options;
    const request = { url, body: Buffer.from('{}'), headers: deliveryHeaders(undefined), mostBytes };
    return this.#poster.post({ ...request, signal: deadline(signal) }).then(
      () => false,
      (error: unknown) => error instanceof PostFailure && error.code === 'ECONNREFUSED',
    );
  }

  /** What the probe says: a number is short, and another program may answer without an end. */
  async ask(url: URL): Promise<string> {
    const { signal, deadline } = this.options;
    try {
      const { status, body } = await this.#poster.get({ url, mostBytes: 1000, signal: deadline(signal) });
      return status === 200 ? Buffer.from(body).toString('utf8').trim() : `HTTP ${status}`;
    } catch (error) {
      signal.throwIfAborted();
      return (error as Error).message;
    }
  }

  /** Sends half of a delivery and closes the connection. */
  async breakOff(event: EventBody): Promise<void> {
    const { url, signal, deadline } = this.options;
    const body = eventBytes(event);
    const headers = deliveryHeaders(sign(this.token, body));
    await this.#poster.breakOff({ url, body, headers, signal: deadline(signal) });
  }

  #shown({ status, body, endMs }: PostAnswer): string {
    const text = plainText(this.#withoutTokens(Buffer.from(body).toString('utf8')), 120);
    const time = t('status {0} after {1} ms', status, Math.round(endMs));
    return text === '' ? time : `${time}: ${text}`;
  }

  #withoutTokens(text: string): string {
    return signingTokens(this.options.keys).reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  }
}

const level = { code: 'tractionbattery-stateofcharge', name: 'StateOfCharge', group: 'TractionBattery' };
const charging = { code: 'charge-ischarging', name: 'IsCharging', group: 'Charge' };

/** Events about one vehicle, which doesn't exist. */
export class SampleEvents {
  readonly #newId: () => string;
  readonly #vehicle: StateEvent['vehicle'];
  readonly #user: StateEvent['user'];
  #sequence = 0;

  constructor({ newId }: Receiver['options']) {
    this.#newId = newId;
    this.#vehicle = {
      id: newId(),
      make: 'BMW',
      model: 'iX1',
      year: 2025,
      mode: 'simulated',
      powertrainType: 'BEV',
    };
    this.#user = { id: newId(), externalId: null };
  }

  source(): EventSource {
    return {
      eventId: this.#newId(),
      deliveryId: this.#newId(),
      deliveredAt: now(),
      webhook: { id: 'wh_check_receiver', name: 'check-receiver' },
      applicationId: 'app_check_receiver',
      sequence: ++this.#sequence,
      mode: 'test',
    };
  }

  state(percent = 78): StateEvent {
    const source = this.source();
    const times = { updatedAt: source.deliveredAt - 60_000, retrievedAt: source.deliveredAt - 1000 };
    return {
      ...source,
      user: this.#user,
      vehicle: this.#vehicle,
      signals: [
        { ...level, body: { value: percent, unit: 'percent' }, ...times },
        { ...charging, body: { value: true }, ...times },
      ],
      triggers: [level],
    };
  }

  error(change: Partial<EventError> = {}): ErrorEvent {
    const error: EventError = {
      type: 'VEHICLE_STATE',
      code: 'ASLEEP',
      description: 'The vehicle is asleep.',
      state: 'ERROR',
      resolution: 'RETRY_LATER',
      docUrl: 'https://smartcar.com/docs/errors/api-errors/vehicle-state-errors#asleep',
      userMessage: 'Your car is asleep.',
      signals: [level],
      ...change,
    };
    return { ...this.source(), user: this.#user, vehicle: this.#vehicle, errors: [error] };
  }

  dashboard(): readonly [StateEvent, ErrorEvent] {
    return [dashboardState(this.source(), this.#newId), dashboardError(this.source(), this.#newId)];
  }

  /** The next attempt to deliver the same event. */
  again<Event extends EventSource>(event: Event): Event {
    return { ...event, deliveryId: this.#newId(), deliveredAt: now() };
  }
}

/** The receiver is on another machine, and that was not allowed. */
export class RemoteReceiver extends Error {
  override readonly name = 'RemoteReceiver';
}

/**
 * The address of a receiver, or of its probe. Throws an Error that says what is wrong, without what may be secret in it.
 *
 * @param mayBeRemote whether it may be on another machine: events about vehicles that don't exist, rightly signed, get there
 */
export function receiverAddress(text: string, mayBeRemote: boolean): URL {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(t('The address of the receiver is not an http or https URL.'));
  if (url.username !== '' || url.password !== '') {
    throw new Error(t('The address of the receiver contains a user name or password ({0}).', url.host));
  }
  if (mayBeRemote || isLoopbackHost(url.hostname)) return url;
  throw new RemoteReceiver(
    t('{0} is not on this machine. The check sends signed events of vehicles that don’t exist.', url.host),
  );
}
