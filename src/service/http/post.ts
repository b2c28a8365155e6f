import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { NetworkRoute } from '../model/network-route.ts';

export interface Post {
  readonly url: URL;
  readonly body: Uint8Array;
  /** In the case in which they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the wait for the answer; `timeLimit` makes one. */
  readonly signal: AbortSignal;
  /** Bytes of the answer's body that are kept. */
  readonly mostBytes: number;
}

interface Answer {
  readonly status: number;
  /** With names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** Why there is no more of the body than this; omitted if it is whole. */
  readonly cut?: 'too long' | 'aborted' | 'closed';
}

export interface PostAnswer extends Answer {
  /** Milliseconds until the head of the answer, and until its end. */
  readonly headMs: number;
  readonly endMs: number;
}

/** No answer. `code` is that of Node or undici, such as ECONNREFUSED, or ABORTED. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Posts exact bytes, once, and follows no redirect, as the service does. undici is loaded with the first request. */
export class Poster {
  readonly #route: NetworkRoute;
  readonly #connections: number | undefined;
  #loading: Promise<Dispatcher> | undefined;

  /** @param connections how many to an origin are kept open for further posts; without it, each post has its own */
  constructor(route: NetworkRoute, connections?: number) {
    this.#route = route;
    this.#connections = connections;
  }

  /** Ends what is on its way. */
  destroy(): void {
    void this.#loading?.then((dispatcher) => dispatcher.destroy());
  }

  /** An answer that is too long, or doesn't end in time, is cut. Rejects with a {@link PostFailure} if there is none. */
  async post({ url, signal, mostBytes, ...what }: Post): Promise<PostAnswer> {
    const start = performance.now();
    const answer = await this.#send(url, { ...what, method: 'POST', signal });
    const headMs = performance.now() - start;
    return { ...(await beginningOf(answer, mostBytes, signal)), headMs, endMs: performance.now() - start };
  }

  /** As {@link post}. */
  async get({ url, signal, mostBytes }: Pick<Post, 'url' | 'signal' | 'mostBytes'>): Promise<Answer> {
    return beginningOf(await this.#send(url, { method: 'GET', signal }), mostBytes, signal);
  }

  /** Sends half of a body and closes the connection. */
  async breakOff({ url, body, headers, signal }: Omit<Post, 'mostBytes'>): Promise<void> {
    async function* half() {
      yield body.subarray(0, body.length >> 1);
      // Once it is on its way.
      await new Promise(setImmediate);
      throw new Error('broken off');
    }
    const whole = { ...headers, 'Content-Length': String(body.length) };
    const sent = this.#send(url, { method: 'POST', headers: whole, body: Readable.from(half()), signal });
    await sent.catch(() => undefined);
  }

  async #send(url: URL, what: Omit<Dispatcher.RequestOptions, 'path'> & { readonly signal: AbortSignal }) {
    const connections = this.#connections;
    this.#loading ??= import('./dispatchers.ts').then(({ dispatcherOf }) =>
      dispatcherOf(this.#route, connections === undefined ? {} : { connections, keepAliveTimeout: 1000 }),
    );
    const dispatcher = await this.#loading;
    try {
      const target = { origin: url.origin, path: `${url.pathname}${url.search}` };
      return await dispatcher.request({ ...target, ...what, reset: connections === undefined });
    } catch (error) {
      const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException;
      if (what.signal.aborted) throw new PostFailure('ABORTED', 'aborted');
      // The other side closed, or has switched protocols (101).
      throw new PostFailure(code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code, message);
    }
  }
}

async function beginningOf(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cut: Answer['cut'];
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, mostBytes - length));
      length += chunk.length;
      if (length <= mostBytes) continue;
      cut = 'too long';
      break;
    }
  } catch {
    cut = signal.aborted ? 'aborted' : 'closed';
  }
  return { status, headers, body: Buffer.concat(chunks), ...(cut && { cut }) };
}
