/**
 * How the windows of a machine share a registered port, which only one of them can open. The others ask that window,
 * over the port itself, for the redirect of their own sign-in. They identify it by a hash of its `state`, so a program
 * that does not know the state of a sign-in can't get its redirect. Before that, the program at the port has to prove
 * that it is one of our windows, because the browser will send it the code.
 */
import { createHash } from 'node:crypto';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerProof, whoListens } from '../../../common/loopback/listener-proof.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { timeLimit } from '../../../common/abort-with.ts';

const proofPath = '/vehicle-data/proof';
const askPath = '/vehicle-data/awaited';
const giveWayPath = '/vehicle-data/give-way';
/** A web page can't send this header: the browser sends a preflight request first, which the port refuses. */
const stateHeader = 'x-vehicle-data-state';
const pathHeader = 'x-vehicle-data-path';
const maxWaiting = 32;

/** The program at the port may never answer. */
const answerLimitMs = 2_000;

interface WaitingWindow {
  readonly stateHash: string;
  readonly path: string;
  readonly response: ServerResponse;
}

/** Other windows that wait for redirects at a port of this window. */
export class RedirectRelay {
  readonly #waiting = new Set<WaitingWindow>();

  /** False if the request does not come from another window. */
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

  /** Passes a redirect to the window that waits for it; false if none does. */
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

  /** Disconnects the waiting windows: each then opens the port itself, or asks the window that does. */
  close(): void {
    for (const { response } of this.#waiting) response.destroy();
  }
}

/** Where the browser will send a redirect. */
export interface RelayTarget {
  /** Every address that the host of the redirect URI may resolve to. */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly pathname: string;
}

/** The result: the redirect to wait for, or the address at which the port does not belong to a window of this user. */
type RelayAnswer = { readonly search: Promise<string> } | { readonly stranger: string | undefined };

/** Whether a request asks to close a port that no sign-in waits at. Anyone may ask: only a page shown again is lost. */
export function wantsPort({ method }: IncomingMessage, { pathname }: URL): boolean {
  return method === 'POST' && pathname === giveWayPath;
}

/** True if a window of this user kept the port only to show a page again, and has closed it. */
export async function askToGiveWay(target: RelayTarget, limitMs = answerLimitMs): Promise<boolean> {
  const host = await ourWindowAt(target, limitMs);
  if ('stranger' in host) return false;
  const response = await post(host.host, target.port, giveWayPath, {}, timeLimit(limitMs), limitMs);
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

/** The response, whose body may take long; undefined if none has begun within the limit. */
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
