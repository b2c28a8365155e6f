import { randomBytes, randomUUID } from 'node:crypto';
import type { Disposable } from '../../common/event.ts';
import { eventBytes, verifyEvent } from '../../service/webhooks/events.ts';
import {
  applicationKeys,
  judgeVerifyAnswer,
  type KnownKey,
  verifyFaultText,
} from '../../service/webhooks/explain-signature.ts';
import { deliveryHeaders } from '../../service/webhooks/signature.ts';
import { deliveryRules, ruleHeaders } from '../rules/rules.ts';
import type { EventContent } from '../world/stored-state.ts';
import { Deliveries } from './deliveries.ts';
import { DeliveryLog } from './delivery-log.ts';
import { Turns } from './turns.ts';
import type { SenderParts } from './webhooks.ts';
import { WorldWatch } from './world-watch.ts';

/** Between two looks whether a receiver that nobody had started is there now, in real milliseconds; doubled each time. */
const [firstPauseMs, mostPauseMs] = [1000, 60_000];

/** Called when the first challenge of a new address has failed. */
type OnUnverified = (uri: string, problem: string) => void;

/** Everything that sends: events as the world changes, challenges as webhooks do. */
export class WebhookSender implements Disposable {
  readonly log: DeliveryLog;
  readonly verification: Verification;
  readonly #parts: SenderParts;
  readonly deliveries: Deliveries;
  readonly #watch: WorldWatch;
  readonly #endVerifying: () => void;

  /** @param lastId IDs of deliveries start after it */
  constructor(given: Omit<SenderParts, 'log' | 'turns'>, lastId: number, onUnverified?: OnUnverified) {
    this.log = new DeliveryLog(lastId);
    const parts: SenderParts = { ...given, log: this.log, turns: new Turns() };
    this.#parts = parts;
    this.deliveries = new Deliveries(parts);
    this.#watch = new WorldWatch(parts, this.deliveries);
    this.verification = new Verification(parts, this.deliveries);
    this.#endVerifying = verifyNew(parts, this.verification, onUnverified);
  }

  /** Adds an event that the world does not cause. The ID of its delivery; undefined if there is no such webhook. */
  add(webhookId: string, content: EventContent, eventId: string): number | undefined {
    const { webhooks, store, clock } = this.#parts;
    const webhook = webhooks.get(webhookId);
    if (!webhook) return undefined;
    store.change(({ webhookEvents }) => {
      webhook.sequence += 1;
      const { sequence } = webhook;
      const about = { webhookId, vehicleId: null, ownerId: null, mode: 'live' as const };
      const isNew = { attempts: 0, firstAt: null, dueAt: clock.now() };
      webhookEvents.set(eventId, { ...about, content, sequence, ...isNew });
    });
    return this.deliveries.add(eventId);
  }

  dispose(): void {
    this.#endVerifying();
    this.#watch.dispose();
    this.deliveries.dispose();
  }
}

/**
 * Challenges every address that is new. While nothing listens there, which is usual before the developer has started the
 * receiver, it is tried again, less and less often; the service does not do that.
 */
function verifyNew(
  { webhooks, store }: SenderParts,
  verification: Verification,
  onUnverified?: OnUnverified,
): () => void {
  const tried = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = firstPauseMs;
  let hasEnded = false;
  const verify = async (id: string) => {
    const before = verification.result(id);
    const result = await verification.verify(id);
    if (result?.problem && before?.problem !== result.problem) onUnverified?.(result.uri, result.problem);
    if (hasEnded || result?.status !== null || !(result.code ?? '').startsWith('ECONNREFUSED')) return;
    tried.delete(id);
    if (timer) return;
    timer = setTimeout(look, pauseMs).unref();
    pauseMs = Math.min(2 * pauseMs, mostPauseMs);
  };
  const look = () => {
    timer = undefined;
    for (const [id, { callbackUri, verifiedUri }] of store.state.webhooks) {
      if (verifiedUri === callbackUri || tried.get(id) === callbackUri) continue;
      tried.set(id, callbackUri);
      // A full disk, which the next request reports.
      void verify(id).catch(() => undefined);
    }
  };
  const lookNow = () => {
    clearTimeout(timer);
    pauseMs = firstPauseMs;
    look();
  };
  const listeners = [
    webhooks.onDidChange(lookNow),
    store.onWillSave((what) => what === 'replace' && setImmediate(lookNow)),
  ];
  look();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    for (const listener of listeners) listener.dispose();
  };
}

/** What came of a challenge. */
interface VerificationResult {
  /** The sandbox's time, in milliseconds since 1970. */
  readonly at: number;
  readonly uri: string;
  readonly status: number | null;
  /** The right answer to the challenge; null without an answer. */
  readonly expected: string | null;
  /** What the receiver sent as `challenge`. */
  readonly received: string | null;
  /** What is wrong with the answer, and what to do. */
  readonly problem: string | null;
  /** Why there was no answer, such as ECONNREFUSED. */
  readonly code: string | null;
}

/** Challenges receivers: a webhook sends events only once its address has proved to know the token. */
export class Verification {
  readonly #parts: SenderParts;
  readonly #deliveries: Deliveries;
  readonly #results = new Map<string, VerificationResult>();
  readonly #running = new Map<string, Promise<VerificationResult | undefined>>();

  constructor(parts: SenderParts, deliveries: Deliveries) {
    this.#parts = parts;
    this.#deliveries = deliveries;
  }

  /** Of the last challenge since the sandbox started. */
  result(webhookId: string): VerificationResult | undefined {
    return this.#results.get(webhookId);
  }

  /** One challenge at a time. Undefined if there is no such webhook. */
  verify(webhookId: string): Promise<VerificationResult | undefined> {
    // The address may be changed while the former one is challenged.
    const key = `${webhookId} ${this.#parts.webhooks.get(webhookId)?.callbackUri}`;
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#challenge(webhookId).finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  async #challenge(id: string): Promise<VerificationResult | undefined> {
    const { webhooks, log, clock, forms } = this.#parts;
    const webhook = webhooks.get(id);
    if (!webhook) return undefined;
    const { name, callbackUri: uri } = webhook;
    const challenge = `challenge_${randomBytes(12).toString('hex')}`;
    const [eventId, deliveryId, at] = [randomUUID(), randomUUID(), clock.now()];
    const source = { eventId, deliveryId, deliveredAt: at, webhook: { id, name }, mode: 'live' as const };
    const body = eventBytes(verifyEvent(source, challenge, forms));
    const about = { eventId, webhookId: id, vehicleId: null, eventType: 'VERIFY' as const, event: undefined };
    // Reported: a challenge has no valid signature, though the documentation says that every delivery has one.
    const headers = { ...deliveryHeaders(undefined), ...ruleHeaders(deliveryRules.VERIFY) };
    const attempt = { deliveryId, at, uri, headers, body };
    const answer = await this.#deliveries.send(uri, headers, body);
    const { status, problem: failure } = answer;
    const judged =
      status === null
        ? undefined
        : judgeVerifyAnswer(challenge, this.#keys(id), {
            status,
            contentType: answer.headers['content-type'],
            body: answer.body,
          });
    const problem = judged ? (judged.fault ? verifyFaultText(judged.fault) : null) : unreachable(failure);
    const verified = problem === null;
    const before = this.#results.get(id);
    // Looking again and again for a receiver that is not there is nothing to list.
    if (status !== null || before?.uri !== uri || before.code !== failure) {
      const delivery = log.add({ ...about, status: verified ? 'delivered' : 'lost', nextAt: null });
      log.setAttempt(delivery, { ...attempt, answer });
    }
    const { expected = null, received = null } = judged ?? {};
    const code = status === null ? (failure ?? null) : null;
    const result = { at, uri, status, expected, received, problem, code };
    if (webhooks.get(id)?.callbackUri === uri) this.#results.set(id, result);
    webhooks.setVerified(id, uri, verified, before?.uri !== uri || before.problem !== problem);
    return result;
  }

  /** The token first, then what a developer may have taken for it. */
  #keys(webhookId: string): [KnownKey, ...KnownKey[]] {
    const { webhooks, application } = this.#parts;
    const older = webhooks.tokens.tokens.slice(0, -1).reverse();
    return applicationKeys(
      [webhooks.token, ...older],
      [
        ['applicationId', application.clientId],
        ['clientSecret', application.clientSecret],
        ['apiClientId', application.apiClientId],
        ['apiClientSecret', application.apiClientSecret],
        ['webhookId', webhookId],
      ],
    );
  }
}

/** Why there was no answer, and what to do. */
function unreachable(code: string | undefined): string {
  switch (code) {
    case 'TIMEOUT':
      return 'The receiver did not answer within 15 seconds.';
    case 'ECONNREFUSED':
      return 'Nothing listens at this address. Start the receiver: VERIFY is sent again, at least once a minute.';
    case 'ECONNRESET':
      return 'The receiver closed the connection without an answer.';
    default:
      return `The receiver could not be reached (${code ?? 'unknown reason'}).`;
  }
}
