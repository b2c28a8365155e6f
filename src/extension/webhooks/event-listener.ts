import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { now } from '../../common/clock.ts';
import { type Disposable, Emitter } from '../../common/event.ts';
import { isTaken, listenOnLoopback, portOf } from '../../common/loopback/loopback-listeners.ts';
import { isRecord } from '../../common/is-record.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { Delivery, DeliverySummary } from '../../sandbox/control/contract.ts';
import { type KnownKey, signingTokens } from '../../service/webhooks/explain-signature.ts';
import { challengeAnswer, isChallenge, isSignedBy, signatureHeader } from '../../service/webhooks/signature.ts';
import { shownHeaders, signatureReport } from './delivery-messages.ts';

/** Events have at most 50 KB (public). */
const mostBytes = 256 * 1024;
const mostKept = 200;
/** The port that a tunnel usually forwards to, if it is free. */
const usualPort = 3000;

/** A delivery that came here. Its ID is negative, so that it is none of the sandbox's. */
interface ReceivedDelivery extends Delivery {
  /** How it was judged, in Markdown. */
  readonly report: string;
}

/** Where deliveries are received, until it is disposed. */
export class EventListener implements Disposable {
  readonly keys: readonly KnownKey[];
  /** Whose token it checks with. */
  readonly owner: string;
  readonly url: string;
  readonly #servers: readonly Server[];
  readonly #changed = new Emitter<void>();
  /** Fires when something was received. */
  readonly onDidChange = this.#changed.event;
  #received: readonly ReceivedDelivery[] = [];
  #count = 0;

  private constructor(servers: readonly Server[], owner: string, keys: readonly KnownKey[]) {
    this.#servers = servers;
    this.owner = owner;
    this.keys = keys;
    this.url = `http://localhost:${portOf(servers)}/`;
    for (const server of servers) server.on('request', (request, response) => void this.#receive(request, response));
  }

  /** Rejects as `net.Server` does. */
  static async open(owner: string, keys: readonly KnownKey[]): Promise<EventListener> {
    const create = () => createServer({ requestTimeout: 15_000, headersTimeout: 5_000, maxHeaderSize: 16_384 });
    const servers = await listenOnLoopback(create, usualPort).catch((error: unknown) => {
      if (!isTaken(error, usualPort)) throw error;
      return listenOnLoopback(create, 0);
    });
    return new EventListener(servers, owner, keys);
  }

  /** Newest first. */
  get deliveries(): readonly DeliverySummary[] {
    return this.#received.map((received) => ({ ...received, attempts: received.attempts.length }));
  }

  read(id: number): ReceivedDelivery | undefined {
    return this.#received.find((received) => received.id === id);
  }

  clear(): void {
    this.#received = [];
  }

  dispose(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    this.#changed.dispose();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const start = performance.now();
    // Only a page in a browser says where it comes from: it could have a challenge signed.
    if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined) {
      response.writeHead(403, { Connection: 'close' }).end();
      return;
    }
    const body = await bodyOf(request).catch(() => undefined);
    if (request.method !== 'POST' || body === undefined) {
      response.writeHead(request.method === 'POST' ? 413 : 405, { Connection: 'close' }).end();
      return;
    }
    const at = new Date(now()).toISOString();
    const signature = request.headers[signatureHeader.toLowerCase()];
    const judged = judgeEvent(body, typeof signature === 'string' ? signature : undefined, this.keys);
    const { status, answer, report, ...about } = judged;
    const text = JSON.stringify(answer);
    const headers = { 'Content-Type': 'application/json' };
    response.writeHead(status, headers).end(text);
    const durationMs = performance.now() - start;
    const id = -++this.#count;
    const isRight = status === 200;
    const received: ReceivedDelivery = {
      ...{ ...about, id, webhookId: '', status: isRight ? 'delivered' : 'lost', nextAt: null, at, report },
      ...{ answer: status, problem: null, durationMs },
      attempts: [
        {
          deliveryId: '',
          at,
          uri: (parseUrl(`${this.url}${(request.url ?? '').replace(/^\/+/, '')}`) ?? new URL(this.url)).href,
          headers: shownHeaders(Object.fromEntries(pairsOf(request.rawHeaders))),
          text: body.toString('utf8'),
          fault: null,
          answer: { status, problem: null, durationMs, headers, text },
        },
      ],
    };
    const kept = [received, ...this.#received];
    // What anybody may send pushes out no event of the service. Without any such, -1 is the oldest of all.
    const last = kept.findLastIndex(({ status: outcome }) => outcome === 'lost');
    this.#received = kept.length > mostKept ? kept.toSpliced(last, 1) : kept;
    this.#changed.fire();
  }
}

/** Undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
    // Read on for a while: a client that still sends would not see the answer.
    else if (length > 16 * mostBytes) return undefined;
  }
  return length > mostBytes ? undefined : Buffer.concat(parts);
}

/** Names in the case in which they were sent. */
function pairsOf(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

/** How a request is answered, and what is known of it. */
interface Judged extends Pick<Delivery, 'eventId' | 'eventType' | 'vehicleId'> {
  readonly status: 200 | 400 | 401;
  readonly answer: object;
  /** About the signature or the challenge. For people. */
  /** How it was judged, in Markdown. */
  readonly report: string;
}

/**
 * Judges a body as a receiver has to: VERIFY first, because it has no valid signature, and only for challenges of the
 * usual form, because an answer is a signature; then the signature.
 *
 * @param keys the token that signs, first
 */
export function judgeEvent(body: Buffer, signature: string | undefined, keys: readonly KnownKey[]): Judged {
  const tokens = signingTokens(keys);
  const event = parsed(body);
  const about = { eventId: textAt(event, 'eventId') ?? '', vehicleId: vehicleOf(event) };
  const challenge = challengeOf(event);
  if (challenge !== undefined) {
    const eventType = 'VERIFY' as const;
    const [token = ''] = tokens;
    if (isChallenge(challenge))
      return {
        ...about,
        eventType,
        status: 200,
        answer: challengeAnswer(token, challenge),
        report: t('The challenge was answered.'),
      };
    const report = t('The challenge has an unusual form. Answering it would sign someone else’s text.');
    return { ...about, eventType, status: 400, answer: { error: 'not a challenge' }, report };
  }
  const type = textAt(event, 'eventType');
  const eventType = type === 'VEHICLE_STATE' || type === 'VEHICLE_ERROR' ? type : 'OTHER';
  const isSigned = isSignedBy(tokens, body, signature);
  const report = signature === undefined ? t('It has no signature.') : signatureReport(body, signature, keys);
  return isSigned
    ? { ...about, eventType, status: 200, answer: {}, report }
    : { ...about, eventType, status: 401, answer: { error: 'not signed' }, report };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Undefined if the event is no challenge; of version 4.0 and 2.0. */
function challengeOf(event: Readonly<Record<string, unknown>>): unknown {
  if (event.eventType === 'VERIFY') return (isRecord(event.data) ? event.data.challenge : undefined) ?? null;
  if (event.eventName === 'verify') return (isRecord(event.payload) ? event.payload.challenge : undefined) ?? null;
  return undefined;
}

function vehicleOf(event: Readonly<Record<string, unknown>>): string | null {
  const vehicle = isRecord(event.data) ? event.data.vehicle : undefined;
  return textAt(vehicle, 'id') ?? textAt(event, 'vehicleId') ?? null;
}
