import { type Agent as HttpAgent, request as requestHttp } from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';

export interface Post {
  readonly url: URL;
  readonly body: Uint8Array;
  /** In the case in which they are sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the wait for the answer; `timeLimit` makes one. */
  readonly signal: AbortSignal;
  /** Bytes of the answer's body that are kept. */
  readonly mostBytes: number;
  /** Keeps connections open for further posts; without it, each post has a connection of its own. */
  readonly agent?: HttpAgent | HttpsAgent;
}

export interface PostAnswer {
  readonly status: number;
  /** With names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** Why there is no more of the body than this; omitted if it is whole. */
  readonly cut?: 'too long' | 'aborted' | 'closed';
  /** Milliseconds until the head of the answer, and until its end. */
  readonly headMs: number;
  readonly endMs: number;
}

/** No answer. `code` is that of Node, such as ECONNREFUSED, or ABORTED. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Posts exact bytes, once, and follows no redirect, as the service does. An answer that is too long, or doesn't end in
 * time, is cut. Rejects with a {@link PostFailure} if there is no answer.
 */
export function post({ url, body, headers, signal, mostBytes, agent }: Post): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const since = () => performance.now() - start;
    let hasHead = false;
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      { method: 'POST', headers: { ...headers, 'Content-Length': body.length }, signal, agent: agent ?? false },
      (response) => {
        hasHead = true;
        const headMs = since();
        const chunks: Buffer[] = [];
        let length = 0;
        const end = (cut?: PostAnswer['cut']) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            ...(cut && { cut }),
            headMs,
            endMs: since(),
          });
        response.on('data', (chunk: Buffer) => {
          const kept = chunk.subarray(0, mostBytes - length);
          chunks.push(kept);
          length += kept.length;
          if (kept.length === chunk.length) return;
          end('too long');
          response.destroy();
        });
        response.on('end', () => end());
        response.on('close', () => end(signal.aborted ? 'aborted' : 'closed'));
        response.on('error', () => undefined);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      // After the head, the answer itself says how it ended.
      if (!hasHead) reject(signal.aborted ? new PostFailure('ABORTED', 'aborted') : failureOf(error));
    });
    // The only event if a receiver switches protocols (101).
    request.on('close', () => {
      if (!hasHead) reject(new PostFailure('ECONNRESET', 'closed'));
    });
    request.end(body);
  });
}

function failureOf({ code, message }: NodeJS.ErrnoException): PostFailure {
  return new PostFailure(code ?? 'UNKNOWN', message);
}
