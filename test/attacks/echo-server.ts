import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Latin-1, so that each byte is one character. */
  readonly body: string;
}

/** Answers every request, and keeps what came. */
export class EchoServer {
  readonly #server: Server;
  #received: Received[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
        this.#received.push({
          method,
          target: url,
          headers: Object.fromEntries(texts) as Record<string, string>,
          body: body.toString('latin1'),
        });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 7200 }));
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What came since the last time. */
  take(): readonly Received[] {
    return this.#received.splice(0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
