/**
 * How the windows of a machine share a registered port, which only one of them can open. The others ask that one, over
 * the port itself, for the redirect of their own sign-in: they name it by a hash of its `state`, so who does not know
 * the state of a sign-in can't have its redirect. Who has the port proves to be one of ours before it is asked, for the
 * browser will bring it the code.
 */
import { createHash } from 'node:crypto';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerProof, whoListens } from '../../../common/loopback/listener-proof.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';

const proofPath = '/vehicle-data/proof';
const askPath = '/vehicle-data/awaited';
const giveWayPath = '/vehicle-data/give-way';
/** A page of the web can't send it unasked: a browser asks first, by a method that the port refuses. */
const stateHeader = 'x-vehicle-data-state';
const pathHeader = 'x-vehicle-data-path';
const maxWaiting = 32;

/** What has the port may be a program that never answers. */
const answerLimitMs = 2_000;

interface WaitingWindow {
  readonly stateHash: string;
  readonly path: string;
  readonly response: ServerResponse;
}

/** Other windows that wait at a port of this one. */
export class RedirectRelay {
  readonly #waiting = new Set<WaitingWindow>();

  /** False where the request is none of another window. */
  admit({ method, headers, socket }: IncomingMessage, url: URL, response: ServerResponse): boolean {
    if (method === 'POST' && url.pathname === proofPath) {
      void answerProof('redirect', url.searchParams.get('question'), socket).then((proof) =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(proof)),
      );
      return true;
    }
    const [stateHash, path] = [headers[stateHeader], headers[pathHeader]];
    const isAsk = method === 'POST' && url.pathname === askPath;
    if (!isAsk || typeof stateHash !== 'string' || typeof path !== 'string') return false;
    if (this.#waiting.size >= maxWaiting) return false;
    const window = { stateHash, path, response };
    this.#waiting.add(window);
    response.once('close', () => this.#waiting.delete(window));
    response.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
    return true;
  }

  /** Gives a redirect to the window whose it is; false where it is none of theirs. */
  handOver(url: URL): boolean {
    const states = url.searchParams.getAll('state');
    const [state] = states;
    if (state === undefined || states.length > 1) return false;
    const stateHash = hashOf(state);
    const window = [...this.#waiting].find((each) => each.stateHash === stateHash && each.path === url.pathname);
    if (!window) return false;
    this.#waiting.delete(window);
    window.response.end(url.search);
    return true;
  }

  /** Cuts them off: each then opens the port itself, or asks the one that does. */
  close(): void {
    for (const { response } of this.#waiting) response.destroy();
  }
}

/** Where the browser will bring a redirect. */
export interface RelayTarget {
  /** Each that the host of the redirect URI may be. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly pathname: string;
}

/** What came of asking: the redirect to wait for, or where no window of this user has the port. */
type RelayAnswer = { readonly search: Promise<string> } | { readonly stranger: string | undefined };

/** Whether a request asks a port to close that nothing waits at any more. Who may ask it costs nobody more than a page. */
export function wantsPort({ method }: IncomingMessage, { pathname }: URL): boolean {
  return method === 'POST' && pathname === giveWayPath;
}

/** True where a window of this user had the port for nothing but a page to show again, and has closed it. */
export async function askToGiveWay(target: RelayTarget, limitMs = answerLimitMs): Promise<boolean> {
  const host = await ourWindowAt(target, limitMs);
  if ('stranger' in host) return false;
  const response = await post(host.host, target.port, giveWayPath, {}, AbortSignal.timeout(limitMs), limitMs);
  response?.destroy();
  return response?.statusCode === 204;
}

export async function askForRelay(
  target: RelayTarget,
  state: string,
  signal: AbortSignal,
  limitMs = answerLimitMs,
): Promise<RelayAnswer> {
  const found = await ourWindowAt(target, limitMs);
  if ('stranger' in found) return found;
  const headers = { [stateHeader]: hashOf(state), [pathHeader]: target.pathname };
  const response = await post(found.host, target.port, askPath, headers, signal, limitMs);
  if (response?.statusCode === 200) return { search: text(response) };
  response?.destroy();
  return { stranger: found.host };
}

async function ourWindowAt(
  { addresses, port }: RelayTarget,
  limitMs: number,
): Promise<{ readonly host: string } | { readonly stranger: string | undefined }> {
  const asked = { kind: 'redirect', port, path: proofPath, addresses, limitMs } as const;
  const { ours, others } = await whoListens(asked).catch(() => ({ ours: [], others: addresses }));
  const [host] = ours;
  return host === undefined || others.length > 0 ? { stranger: others[0] } : { host };
}

/** The response, which may last; undefined where none has begun within the limit. */
async function post(
  host: string,
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limitMs: number,
): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = withResolvers<IncomingMessage | undefined>();
  const own = { host: new URL(`http://localhost:${port}`).host };
  const asked = request({ host, port, path, method: 'POST', headers: { ...own, ...headers }, agent: false, signal });
  asked.once('response', resolve).once('error', () => resolve(undefined));
  asked.setTimeout(limitMs, () => asked.destroy());
  asked.end();
  const response = await promise;
  asked.setTimeout(0);
  return response;
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}
