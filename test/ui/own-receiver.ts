import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { challengeAnswer, isSignedBy } from '../../src/service/webhooks/signature.ts';

export interface Received {
  readonly body: string;
  readonly isSigned: boolean;
  readonly eventId: string;
}

/** A developer's own receiver, which knows the token of the sandbox. */
export class OwnReceiver {
  readonly received: Received[] = [];
  /** That of the sandbox. */
  token: string;
  readonly #server: Server;

  constructor(token: string) {
    this.token = token;
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const { eventType, eventId = '', data } = parsed(body);
        response.setHeader('Content-Type', 'application/json');
        if (eventType === 'VERIFY') response.end(JSON.stringify(challengeAnswer(this.token, String(data?.challenge))));
        else {
          const signature = String(request.headers['sc-signature']);
          this.received.push({ body, eventId, isSigned: isSignedBy([this.token], body, signature) });
          response.end('{}');
          this.#server.emit('event');
        }
      });
    });
  }

  /** One that knows the token of a sandbox. */
  static async of(controlUrl: string): Promise<OwnReceiver> {
    const response = await fetch(controlUrl);
    const { v3 } = (await response.json()) as { v3: { applicationManagementToken: string } };
    return new OwnReceiver(v3.applicationManagementToken);
  }

  /** The address of its hook. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The first such event that comes because of what is done. Others may be on their way. */
  async next(fits: (event: Received) => boolean, act: () => Promise<unknown>): Promise<Received> {
    const before = this.received.length;
    const found = () => this.received.slice(before).find(fits);
    const came = new Promise<Received>((resolve) => {
      this.#server.on('event', () => {
        const event = found();
        if (event) resolve(event);
      });
    });
    await act();
    return came;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Whoever checks a receiver sends what is no event, and `null` too. */
function parsed(body: string): { eventType?: string; eventId?: string; data?: { challenge: string } } {
  try {
    return (JSON.parse(body) as ReturnType<typeof parsed> | null) ?? {};
  } catch {
    return {};
  }
}
