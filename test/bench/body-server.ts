import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { recordBody } from './record-body.ts';

/** Summary with bodies made beforehand, so that asking for one measures the asker: `GET /1000`. */
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
  add(count: number): { readonly path: string; readonly bytes: number } {
    const path = `/${count}`;
    const chunks = this.#bodies.get(path) ?? [...recordBody(count)];
    this.#bodies.set(path, chunks);
    return { path, bytes: chunks.reduce((sum, { length }) => sum + length, 0) };
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
