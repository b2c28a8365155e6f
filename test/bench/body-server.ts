import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BodyOrder } from './body-process.ts';
import { type BodyKind, recordBody } from './record-body.ts';

/** Summary with bodies made beforehand, so that asking for one measures the asker: `GET /good/1000`. */
export class BodyServer {
  readonly #bodies = new Map<string, readonly Buffer[]>();
  readonly #server = createServer((request, response) => void this.answer(request.url ?? '', response));

  /** Resolves to the address without a path. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Makes a body, and returns its path and its size. */
  add(count: number, kind: BodyKind = 'good'): { readonly path: string; readonly bytes: number } {
    const path = `/${kind}/${count}`;
    const chunks = this.#bodies.get(path) ?? [...recordBody(count, kind)];
    this.#bodies.set(path, chunks);
    return { path, bytes: chunks.reduce((sum, { length }) => sum + length, 0) };
  }

  /** Lets go of all bodies: many records take hundreds of megabytes. */
  clear(): void {
    this.#bodies.clear();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Summary with what was added under the path, for a server of somebody else's too. */
  async answer(path: string, response: ServerResponse): Promise<void> {
    const chunks = this.#bodies.get(path);
    response.writeHead(chunks ? 200 : 404, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    // An asker that goes away early is no trouble of the server's.
    await pipeline(Readable.from(chunks ?? [], { objectMode: false }), response).catch(() => undefined);
  }
}

// Started with fork: makes the body that it is told of, in place of the last one, and tells its address.
if (process.send) {
  const server = new BodyServer();
  const origin = server.start();
  process.on('message', ({ count, kind }: BodyOrder) => {
    server.clear();
    const { path } = server.add(count, kind);
    void origin.then((address) => process.send?.(address + path));
  });
  process.once('disconnect', () => server.stop());
}
