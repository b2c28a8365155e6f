import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { challengeAnswer } from '../../../../src/service/webhooks/signature.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: Record<string, unknown>;
  /** Of the event. */
  readonly eventId: string;
  readonly eventType: string;
}

/** What a receiver answers; undefined: nothing by itself. */
export type Answering = (received: Received, response: ServerResponse) => number | undefined;

/** A developer's receiver of webhooks: it answers VERIFY, and keeps everything else. */
export class Receiver {
  readonly #server: Server;
  readonly #events: Received[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  token: string;
  answer: Answering = () => 200;
  /** Answers to VERIFY in its own way; undefined: as it should be. */
  verify: ((received: Received, response: ServerResponse) => void) | undefined;

  private constructor(server: Server, token: string) {
    this.#server = server;
    this.token = token;
  }

  static async start(token: string, port = 0): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, token);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.#take(request.headers, Buffer.concat(chunks), response);
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get uri(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** All events so far, without VERIFY. */
  get events(): readonly Received[] {
    return this.#events;
  }

  /** The next event that has not been taken yet, now or as soon as it comes. */
  async next(): Promise<Received> {
    for (;;) {
      const event = this.#events[this.#taken];
      if (event) {
        this.#taken += 1;
        return event;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async take(count: number): Promise<Received[]> {
    const taken: Received[] = [];
    while (taken.length < count) taken.push(await this.next());
    return taken;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #take(headers: IncomingHttpHeaders, bytes: Buffer, response: ServerResponse): void {
    const body = parsed(bytes);
    const received: Received = {
      headers,
      bytes,
      body,
      eventId: String(body.eventId),
      eventType: String(body.eventType),
    };
    if (body.eventType === 'VERIFY') {
      if (this.verify) this.verify(received, response);
      else {
        const { challenge } = body.data as { challenge: string };
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(challengeAnswer(this.token, challenge)));
      }
      return;
    }
    const status = this.answer(received, response);
    this.#events.push(received);
    for (const wake of this.#waiting.splice(0)) wake();
    if (status !== undefined) response.writeHead(status).end();
  }
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
