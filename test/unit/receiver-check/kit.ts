import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkReceiver, receiverRules, type RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import { applicationKeys } from '../../../src/service/webhooks/explain-signature.ts';
import type { ReceiverOptions } from '../../../src/receiver-check/receiver.ts';

interface ParsedTrigger {
  readonly type?: string;
  readonly name?: string;
  readonly signal?: unknown;
}

interface ParsedSignal {
  readonly body?: object;
  readonly status?: {
    readonly value: string;
    readonly error?: { readonly type: string; readonly code: string | null };
  };
  readonly meta?: { readonly oemUpdatedAt: number; readonly retrievedAt?: number };
}

interface ParsedError {
  readonly code: string | null;
  readonly state: string;
  readonly resolution?: { readonly type: string | null };
  readonly signals?: readonly { readonly code?: string }[];
}

/** An event as it was parsed, with all that its readers take for granted. */
interface Parsed {
  readonly eventId: string;
  readonly eventType?: string;
  readonly eventName?: string;
  readonly vehicleId?: string;
  readonly triggers?: readonly ParsedTrigger[];
  readonly data: {
    readonly challenge: unknown;
    readonly vehicle: { readonly make: string; readonly powertrainType?: string | null };
    readonly triggers?: readonly ParsedTrigger[];
    readonly signals: readonly [ParsedSignal, ...ParsedSignal[]];
    readonly errors: readonly [ParsedError, ...ParsedError[]];
  };
  readonly payload: { readonly challenge: unknown };
  readonly meta: { readonly version?: string };
}

/** A place at which a receiver can go wrong; what is omitted is right. */
export interface Mistakes {
  readonly verify?: (event: Parsed) => { status?: number; type?: string; body?: unknown } | undefined;
  readonly isChallenge?: (challenge: unknown) => boolean;
  /** Whether a signature is right. */
  readonly isSigned?: (body: Buffer, signature: string | undefined, event: Parsed) => boolean;
  readonly header?: (request: IncomingMessage) => string | undefined;
  readonly mostBytes?: number;
  /** Reads the event; a throw is status 500. */
  readonly read?: (event: Parsed) => void;
  /** The status of an accepted event, first or again. */
  readonly status?: (event: Parsed, isFirst: boolean) => number;
  /** Of the answer to an accepted event. */
  readonly body?: unknown;
  /** Whether to handle an event. */
  readonly handles?: (event: Parsed, isFirst: boolean) => boolean;
  /** Before anything else: a status, or that there is no answer, or one without an end. */
  readonly begins?: (event: Parsed) => number | 'never' | 'endless' | undefined;
  /** Instead of an answer, for events. */
  readonly instead?: (event: Parsed, answer: () => void) => void;
  readonly onBroken?: () => void;
  readonly saysHandled?: false;
  /** The body of the answer to what is refused. */
  readonly refusal?: (body: Buffer) => unknown;
  /** Handles what it refuses, too. */
  readonly handlesFirst?: true;
  /** Closes the connection on what can't be parsed, or ends altogether. */
  readonly unparsed?: 'closes' | 'ends';
}

export const sign = (token: string, bytes: Buffer | string) => createHmac('sha256', token).update(bytes).digest('hex');
export const isChallenge = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,128}$/.test(value);

/** A receiver that is right but for the mistakes. */
export async function controlReceiver(tokens: readonly string[], mistakes: Mistakes) {
  const handled = new Map<string, number>();
  const seen = new Set<string>();
  const { isSigned = (body, signature) => tokens.some((token) => sign(token, body) === signature) } = mistakes;

  /** Undefined for what can't be parsed, where that is fatal. */
  function parsed(body: Buffer): Parsed | undefined {
    try {
      return JSON.parse(body.toString()) as Parsed;
    } catch (error) {
      if (mistakes.unparsed) return undefined;
      throw error;
    }
  }
  function receive(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const answer = (status: number, value: unknown = {}, type = 'application/json', more = {}) =>
      void response
        .writeHead(status, { 'Content-Type': type, ...more })
        .end(typeof value === 'string' ? value : JSON.stringify(value));
    if (body.length > (mistakes.mostBytes ?? 1_000_000)) return answer(413);
    const event = parsed(body);
    if (event === undefined) {
      response.destroy();
      if (mistakes.unparsed === 'ends') server.close();
      return;
    }
    const early = mistakes.begins?.(event);
    if (early === 'never') return;
    if (early === 'endless') return response.writeHead(200).flushHeaders();
    if (early !== undefined) return answer(early);
    if (event.eventType === 'VERIFY' || event.eventName === 'verify') {
      const other = mistakes.verify?.(event);
      if (other) return answer(other.status ?? 200, other.body, other.type);
      const { challenge } = event.eventType === 'VERIFY' ? event.data : event.payload;
      if (!(mistakes.isChallenge ?? isChallenge)(challenge)) return answer(400);
      return answer(200, { challenge: sign(tokens[0] ?? '', String(challenge)) });
    }
    const signature = mistakes.header
      ? mistakes.header(request)
      : (request.headers['sc-signature'] as string | undefined);
    const isRight = isSigned(body, signature, event);
    const says = (does: boolean) => (mistakes.saysHandled === false ? {} : { 'Event-Handled': String(does) });
    const handle = () => handled.set(event.eventId, (handled.get(event.eventId) ?? 0) + 1);
    if (!isRight && mistakes.handlesFirst) handle();
    if (!isRight) return answer(401, mistakes.refusal?.(body), undefined, says(mistakes.handlesFirst ?? false));
    mistakes.read?.(event);
    const isFirst = !seen.has(event.eventId);
    seen.add(event.eventId);
    const handles = mistakes.handles?.(event, isFirst) ?? isFirst;
    if (handles) handle();
    const end = () => answer(mistakes.status?.(event, isFirst) ?? 200, mistakes.body, undefined, says(handles));
    if (mistakes.instead) mistakes.instead(event, end);
    else end();
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('event') ?? '';
      return void response.end(String(handled.get(id) ?? 0));
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => mistakes.onBroken?.());
    request.on('end', () => {
      try {
        receive(request, response, Buffer.concat(parts));
      } catch {
        response.writeHead(500).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const token = 'f1b2c3d4-0000-4000-8000-00000000000a';
export const older = 'f1b2c3d4-0000-4000-8000-00000000000b';
const applicationId = 'f1b2c3d4-0000-4000-8000-00000000000c';

/** Options with which no result depends on how long something takes. */
export function options(url: URL, change: Partial<ReceiverOptions> = {}): ReceiverOptions {
  let last = 0;
  const newId = () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`;
  return {
    url,
    keys: applicationKeys([token, older], [['applicationId', applicationId]]),
    newId,
    pauseMs: 0,
    deadline: (signal) => signal,
    fastMs: Infinity,
    signal: new AbortController().signal,
    ...change,
  };
}

/** The results for a receiver with mistakes. */
export async function resultsFor(
  mistakes: Mistakes,
  change: (receiver: { readonly url: URL }) => Partial<ReceiverOptions> = () => ({}),
): Promise<readonly RuleResult[]> {
  const receiver = await controlReceiver([token, older], mistakes);
  try {
    return await resultsOf(options(receiver.url, change(receiver)));
  } finally {
    await receiver.close();
  }
}

/** Of the check that runs. */
export let runningRule: string | undefined;

export async function resultsOf(options: ReceiverOptions): Promise<readonly RuleResult[]> {
  const results: RuleResult[] = [];
  runningRule = receiverRules[0]?.id;
  for await (const result of checkReceiver(options)) {
    results.push(result);
    runningRule = receiverRules[results.length]?.id;
  }
  return results;
}

export const withOutcome = (results: readonly RuleResult[], outcome: RuleResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).map(({ rule }) => rule);
