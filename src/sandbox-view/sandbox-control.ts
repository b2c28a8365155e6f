import { isRecord } from '../common/is-record.ts';
import { t } from '../common/translate.ts';
import { ServiceError } from '../service/model/errors.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';

/** What `GET /sandbox/` says that the life of the process depends on. */
export interface SandboxInfo {
  readonly addresses: SandboxAddresses;
  readonly version: string;
  readonly pid: number;
  /** How many windows hold a lease. */
  readonly leases: number;
}

export type Fetch = typeof globalThis.fetch;

/** Loopback answers in milliseconds; a sandbox that is being started on a busy machine may take longer. */
const limitMs = 5_000;

/** The sandbox at this control address, or undefined where none answers. */
export async function probeSandbox(controlUrl: string, fetch: Fetch): Promise<SandboxInfo | undefined> {
  try {
    return readInfo(await callControl(fetch, controlUrl, 'GET', '/?vehicles=0'));
  } catch {
    return undefined;
  }
}

/**
 * One call of a control path, documented in the sandbox's OpenAPI document.
 *
 * @returns the JSON of the answer, undefined where it has no content
 * @throws ServiceError that says what the sandbox said, or that it does not answer
 */
export async function callControl(
  fetch: Fetch,
  controlUrl: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const init: RequestInit = { method, signal: AbortSignal.timeout(limitMs) };
  if (body) Object.assign(init, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${controlUrl}${path}`, init);
    text = await response.text();
  } catch (error) {
    throw unavailable(t('The sandbox at {0} does not answer.', controlUrl), t('Start it again, then retry.'), error);
  }
  const answer = parse(text);
  if (response.ok) return answer;
  throw new ServiceError(refusalOf(answer) ?? t('The sandbox answered {0} on {1}.', response.status, path), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('The control page of the sandbox says what it takes.'),
    sent: true,
  });
}

export function unavailable(message: string, nextStep: string, cause?: unknown): ServiceError {
  return new ServiceError(message, { kind: 'network', turn: 'retry', nextStep, sent: false, cause });
}

/** Undefined where the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isAddresses(value: unknown): value is SandboxAddresses {
  const fields = ['authUrl', 'baseUrl', 'connectUrl', 'clientId', 'clientSecret', 'controlUrl'];
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string');
}

function readInfo(answer: unknown): SandboxInfo | undefined {
  if (!isAddresses(answer)) return undefined;
  const { authUrl, baseUrl, connectUrl, clientId, clientSecret, controlUrl } = answer;
  const { version, pid, leases } = answer as unknown as Record<string, unknown>;
  return {
    addresses: { authUrl, baseUrl, connectUrl, clientId, clientSecret, controlUrl },
    version: typeof version === 'string' ? version : '',
    pid: Number(pid),
    leases: Number(leases),
  };
}

function refusalOf(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const { description, detail } = answer;
  const parts = [description, detail].flat().filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' ');
}
