import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '../../tools/lib/sandbox.ts';
import type { BodyServer } from '../body-server.ts';

/** The service as the extension sees it: a sandbox, but for the charge records. */
export class BenchService {
  readonly #bodies: BodyServer;
  readonly #sandbox: RunningSandbox;
  readonly #server = createServer((asked, response) => this.#answer(asked, response));
  /** How many records the next answer has. */
  size = 0;
  /** When the last answer with records began, in milliseconds since 1970. */
  answeredAt = NaN;

  constructor(sandbox: RunningSandbox, bodies: BodyServer) {
    this.#sandbox = sandbox;
    this.#bodies = bodies;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(asked: IncomingMessage, response: ServerResponse): void {
    const path = asked.url ?? '';
    if (path.includes('/charge/records')) {
      this.answeredAt = performance.timeOrigin + performance.now();
      // Without a second server in between: its work would be done by the processors that the viewer has.
      void this.#bodies.answer(`/${this.size}`, response);
      return;
    }
    const { host: _, ...headers } = asked.headers;
    const onward = request(`${this.#sandbox.baseUrl}${path}`, { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  }
}
