import { isRecord } from '../common/is-record.ts';
import { t } from '../common/translate.ts';
import {
  type CallableName,
  type ControlAnswer,
  type ControlOperation,
  controlOperations,
  type ControlRequest,
  type SandboxAddresses,
  sandboxAddresses,
  type SandboxProcess,
  sandboxProcess,
} from '../sandbox/control/contract.ts';
import { ServiceError } from '../service/model/errors.ts';

export type Fetch = typeof globalThis.fetch;

/** A sandbox that answers, and its process. */
export interface SandboxInfo extends SandboxProcess {
  readonly addresses: SandboxAddresses;
}

/** Loopback answers in milliseconds; a sandbox that is starting on a busy machine may take longer. */
const limitMs = 5_000;

/** The sandbox at this control address, of whatever version; undefined where none answers. */
export async function probeSandbox(controlUrl: string, fetch: Fetch): Promise<SandboxInfo | undefined> {
  try {
    const answer = await send(fetch, controlUrl, 'show', { query: { vehicles: 0 } });
    return { addresses: sandboxAddresses.parse(answer), ...sandboxProcess.parse(answer) };
  } catch {
    return undefined;
  }
}

/**
 * Calls one operation of the control API.
 *
 * @throws ServiceError that says what the sandbox said, or that it does not answer
 */
export async function callControl<Name extends CallableName>(
  fetch: Fetch,
  controlUrl: string,
  name: Name,
  request: ControlRequest<Name>,
): Promise<ControlAnswer<Name>> {
  const content = await send(fetch, controlUrl, name, request);
  const { answer }: ControlOperation = controlOperations[name];
  if (typeof answer !== 'object') return undefined as ControlAnswer<Name>;
  const read = answer.safeParse(content);
  if (read.success) return read.data as ControlAnswer<Name>;
  throw failure(t('The sandbox at {0} has another version.', controlUrl), t('Stop the sandbox, then start it again.'));
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

async function send(fetch: Fetch, controlUrl: string, name: CallableName, request: Parts): Promise<unknown> {
  const { params = {}, query = {}, body } = request;
  const { method, path } = controlOperations[name];
  const url = new URL(
    controlUrl + path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]))),
  );
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  let response: Response;
  let text: string;
  try {
    response = await fetch(url.href, {
      method,
      signal: AbortSignal.timeout(limitMs),
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    throw unavailable(t('The sandbox at {0} does not respond.', controlUrl), t('Start it again, then retry.'), error);
  }
  const content = parseJson(text);
  if (response.ok) return content;
  throw failure(
    refusalOf(content) ?? t('The sandbox returned {0} for {1}.', response.status, path),
    t('The control page of the sandbox lists valid values.'),
  );
}

function failure(message: string, nextStep: string): ServiceError {
  return new ServiceError(message, { kind: 'input', turn: 'developer', nextStep, sent: true });
}

export function unavailable(message: string, nextStep: string, cause?: unknown): ServiceError {
  return new ServiceError(message, { kind: 'network', turn: 'retry', nextStep, sent: false, cause });
}

/** Undefined where the text is not JSON. */
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
