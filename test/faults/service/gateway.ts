import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Line, type Send } from './line.ts';
import { type ServiceAnswer, strike } from './response-faults.ts';
import type { TokenService } from './token-service.ts';

/**
 * Stands between the windows and the service. Each run has a {@link Line} of its own through it, where its token
 * requests are noted and their answers go wrong as planned.
 */
export class Gateway {
  readonly #service: TokenService;
  readonly #server: Server;
  readonly #elsewhere: Server;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  readonly #lines = new Map<string, Line>();
  #lastLine = 0;
  /** What came to another origin, where nothing may come. */
  readonly leaked: string[] = [];

  private constructor(service: TokenService) {
    this.#service = service;
    this.#server = createServer((incoming, response) => void this.#answer(incoming, response));
    this.#elsewhere = createServer((incoming, response) => {
      this.leaked.push(`${incoming.method ?? ''} ${incoming.headers.authorization ?? ''}`);
      response.end();
    });
  }

  static async start(service: TokenService): Promise<Gateway> {
    const gateway = new Gateway(service);
    for (const server of [gateway.#server, gateway.#elsewhere]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return gateway;
  }

  open(): Line {
    const name = String(++this.#lastLine);
    const line = new Line(`${originOf(this.#server)}/${name}`);
    this.#lines.set(name, line);
    return line;
  }

  close(line: Line): void {
    for (const [name, each] of this.#lines) if (each === line) this.#lines.delete(name);
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    for (const server of [this.#server, this.#elsewhere]) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', ...path] = (incoming.url ?? '').split('/');
    const line = this.#lines.get(name);
    // A window that was killed has gone away; nothing to tell it.
    response.on('error', () => undefined);
    incoming.on('error', () => undefined);
    if (line && incoming.method === 'HEAD' && line.brokenChecks-- > 0) return void incoming.socket.destroy();
    if (!line || incoming.method !== 'POST' || path.join('/') !== 'oauth/token') {
      // Whoever only looks whether the service is there sees it.
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    try {
      await this.#token(line, incoming, response);
    } catch {
      response.destroy();
    }
  }

  async #token(line: Line, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(incoming);
    const refreshToken = new URLSearchParams(body.toString()).get('refresh_token') ?? '';
    const send: Send = { at: performance.now(), refreshToken, fault: line.faults.shift() };
    line.sends.push(send);
    line.tell('arrived', send);
    if (line.latencyMs > 0) await delay(line.latencyMs);
    const commit = async () => {
      const answer = shorten(await this.#forward(incoming, body), line.lifetimeSeconds);
      note(line, send, answer);
      line.tell('committed', send);
      return answer;
    };
    if (send.fault !== undefined) {
      const elsewhere = `${originOf(this.#elsewhere)}/oauth/token`;
      return strike(send.fault, { response, commit, cut: () => void incoming.socket.destroy(), elsewhere });
    }
    const answer = await commit();
    if (line.answerMs > 0) await delay(line.answerMs);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }

  async #forward(incoming: IncomingMessage, body: Buffer): Promise<ServiceAnswer> {
    const { authorization = '', 'user-agent': agent = '', 'content-type': type = '' } = incoming.headers;
    const headers = { authorization, 'user-agent': agent, 'content-type': type, 'content-length': body.length };
    const outgoing = request(this.#service.tokenUrl, { method: 'POST', headers, agent: this.#agent });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await read(answer) };
  }
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function note(line: Line, send: Send, { status, body }: ServiceAnswer): void {
  const answer = JSON.parse(body.toString()) as Record<string, unknown>;
  send.answeredAt = performance.now();
  send.status = status;
  if (typeof answer.error === 'string') send.error = answer.error;
  for (const token of [answer.access_token, answer.refresh_token]) if (typeof token === 'string') line.issue(token);
}

function shorten(answer: ServiceAnswer, lifetimeSeconds: number | undefined): ServiceAnswer {
  if (lifetimeSeconds === undefined || answer.status !== 200) return answer;
  const body = { ...(JSON.parse(answer.body.toString()) as object), expires_in: lifetimeSeconds };
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
