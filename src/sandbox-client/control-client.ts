import { isRecord } from '../common/is-record.ts';
import { proofFolder, whoListens } from '../common/loopback/listener-proof.ts';
import { hostOf } from '../common/loopback/loopback-listeners.ts';
import { parseWithoutOdd } from '../common/text/odd-elements.ts';
import { t } from '../common/translate.ts';
import type {
  CallableName,
  ControlAnswer,
  ControlOperation,
  ControlRequest,
  SandboxAddresses,
  SandboxProcess,
} from '../sandbox/control/contract.ts';
import { ServiceError } from '../service/model/errors.ts';
import type { Sandbox } from './sandbox.ts';
import type { LimitClock } from '../service/model/vehicle-data.ts';
import { timeLimit } from '../common/abort-with.ts';

export type Fetch = typeof globalThis.fetch;

/** A gate: these schemas take longer to build than all others, and most windows never call a sandbox. */
export const controlContract = () => import('../sandbox/control/contract.ts');

/** A running sandbox and its process. */
export interface SandboxInfo extends SandboxProcess {
  readonly addresses: SandboxAddresses;
}

/** Loopback answers in milliseconds; a sandbox that is starting on a busy machine may take longer. */
const limitMs = 5_000;

/**
 * The sandbox of this user at this control URL, of any version; undefined if there is none. Rejects with ServiceError
 * if sandboxes cannot be verified on this machine.
 */
export async function probeSandbox(controlUrl: string, fetch: Fetch): Promise<SandboxInfo | undefined> {
  if ((await whoAnswers(controlUrl)) !== 'sandbox') return undefined;
  try {
    const answer = await send(fetch, controlUrl, 'show', { query: { vehicles: 0 } });
    const { sandboxAddresses, sandboxProcess } = await controlContract();
    const addresses = sandboxAddresses.parse(answer);
    return isAllOf(controlUrl, addresses) ? { addresses, ...sandboxProcess.parse(answer) } : undefined;
  } catch {
    return undefined;
  }
}

function isAllOf(asked: string, { controlUrl, authUrl, baseUrl, connectUrl, v3 }: SandboxAddresses): boolean {
  const { origin } = new URL(asked);
  const all = [authUrl, baseUrl, connectUrl, v3.authUrl, v3.baseUrl, v3.managementUrl];
  return controlUrl === asked && all.every((each) => new URL(each).origin === origin);
}

/**
 * Calls one operation of the control API.
 *
 * @param tellOdd called with each problem of list elements, which are then left out; without it, such a problem makes
 * the call fail
 * @throws ServiceError with the sandbox's own message, or if it does not respond
 */
export async function callControl<Name extends CallableName>(
  fetch: Fetch,
  controlUrl: string,
  name: Name,
  request: ControlRequest<Name>,
  tellOdd?: (problem: string) => void,
): Promise<ControlAnswer<Name>> {
  const content = await send(fetch, controlUrl, name, request);
  const { answer }: ControlOperation = (await controlContract()).controlOperations[name];
  if (typeof answer !== 'object') return undefined as ControlAnswer<Name>;
  const read = parseWithoutOdd(answer, content);
  if ('data' in read && (tellOdd || read.odd.length === 0)) {
    for (const { path, message } of read.odd.flatMap(({ issues }) => issues))
      tellOdd?.(`${path.join('.')}: ${message}`);
    return read.data as ControlAnswer<Name>;
  }
  throw failure(t('The sandbox at {0} has another version.', controlUrl), t('Stop the sandbox, then start it again.'));
}

/** Calls the control API of a sandbox, which is started where none runs. Rejects with ServiceError. */
export async function control<Name extends CallableName>(
  sandbox: Sandbox,
  name: Name,
  request: ControlRequest<Name>,
): Promise<ControlAnswer<Name>> {
  return callControl(fetch, (await sandbox.addresses()).controlUrl, name, request);
}

/** The clock by which a running sandbox's rate limits end. */
export function sandboxLimitClock(
  sandbox: { find(): Promise<SandboxAddresses | undefined> },
  fetch: Fetch,
): LimitClock {
  return async () => {
    const addresses = await sandbox.find();
    if (!addresses) throw unavailable(t('No sandbox is running.'), t('Start it again, then retry.'));
    const { now, frozen, speed, limitEra } = await callControl(fetch, addresses.controlUrl, 'show', {
      query: { vehicles: 0 },
    });
    return { now: Date.parse(now), speed: frozen ? 0 : speed, era: limitEra };
  };
}

export function controlUrlAt(port: number): string {
  return `http://localhost:${port}/sandbox`;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

async function send(fetch: Fetch, controlUrl: string, name: CallableName, request: Parts): Promise<unknown> {
  const { params = {}, query = {}, body } = request;
  const { method, path, mostMs = limitMs }: ControlOperation = (await controlContract()).controlOperations[name];
  const url = new URL(
    controlUrl + path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]))),
  );
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  let response: Response;
  let text: string;
  try {
    response = await fetch(url.href, {
      method,
      redirect: 'error',
      signal: timeLimit(mostMs),
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw notResponding(controlUrl, addressesIn(error), error);
  }
  const content = parseJson(text);
  if (response.ok) return content;
  throw failure(
    refusalOf(content) ?? t('The sandbox returned {0} for {1}.', response.status, path),
    t('The OpenAPI document of the sandbox lists valid values.'),
  );
}

function failure(message: string, nextStep: string): ServiceError {
  return new ServiceError(message, { kind: 'input', turn: 'developer', nextStep, sent: true });
}

/** @param tried the addresses that were actually tried: `localhost` has two */
export function notResponding(controlUrl: string, tried: readonly string[], cause?: unknown): ServiceError {
  const message =
    tried.length === 0
      ? t('The sandbox at {0} does not respond.', controlUrl)
      : t('The sandbox at {0} does not respond (tried {1}).', controlUrl, tried.join(', '));
  return unavailable(message, t('Start it again, then retry.'), cause);
}

/** The addresses of the connections that a failed request tried. */
function addressesIn(error: unknown): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  const failures: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return failures.flatMap((failure) => {
    const { address, port } = (failure ?? {}) as { address?: unknown; port?: unknown };
    return typeof address === 'string' && typeof port === 'number' ? [hostOf(address, port)] : [];
  });
}

export function unavailable(message: string, nextStep: string, cause?: unknown): ServiceError {
  return new ServiceError(message, { kind: 'network', turn: 'retry', nextStep, sent: false, cause });
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(answer: unknown): string | undefined {
  return isRecord(answer) && typeof answer.description === 'string' ? answer.description : undefined;
}

/**
 * Determines what listens at a control URL: a sandbox of this user at every address of `localhost`, another program at
 * one of them, or nothing. Rejects with ServiceError if sandboxes cannot be verified on this machine.
 */
export async function whoAnswers(controlUrl: string): Promise<'sandbox' | 'other' | 'nobody'> {
  const { port, pathname } = new URL(controlUrl);
  const { controlOperations } = await controlContract();
  const path = `${pathname}${controlOperations.prove.path}`;
  try {
    const { ours, others } = await whoListens({ kind: 'sandbox', port: Number(port || 80), path, limitMs });
    if (others.length > 0) return 'other';
    return ours.length > 0 ? 'sandbox' : 'nobody';
  } catch (error) {
    throw new ServiceError(t('Sandboxes can’t be verified: {0}', String(error)), {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Make {0} a folder that only you can read and write.', proofFolder()),
      sent: false,
      cause: error,
    });
  }
}

interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Yields the events of a `text/event-stream` body as they arrive. The sandbox writes each on one line. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1] ?? '';
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield { event, data };
    }
  }
}
