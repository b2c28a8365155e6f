import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { type Answer, send } from '../../conformance/http.ts';
import { type OwnSandbox, startOwnSandbox } from '../../conformance/own-sandbox.ts';
import type { Target } from '../../conformance/target.ts';
import type { Target3 } from '../../conformance/v3/target.ts';

/** A request on its way to the sandbox. A defect changes it, or leaves it as it is. */
export interface Passing {
  readonly method: string;
  path: string;
  readonly headers: Record<string, string | undefined>;
  /** The fields of a form; empty for other bodies. */
  form: URLSearchParams;
  /** A body of JSON, as it came. */
  json?: string;
}

/** What a defect may use to misbehave. */
export interface Service {
  readonly target: Target;
  readonly version3: Target3;
  /** Seconds that the clock was turned so far. */
  readonly turned: () => number;
  /** Sends a request on to the sandbox. */
  readonly send: (request: Passing) => Promise<Answer>;
}

/** A delivery on its way to a receiver. A defect changes it, or leaves it as it is. */
export interface Sent {
  readonly headers: Record<string, string | undefined>;
  text: string;
}

/** One rule broken, as what stands between an application and a sandbox that keeps it. */
export interface Defect {
  /** Id of the rule that it breaks. */
  readonly breaks: string;
  readonly what: string;
  /** Answers in the place of the sandbox; `pass` is what keeps the rules. */
  readonly answer: (request: Passing, pass: () => Promise<Answer>, service: Service) => Promise<Answer>;
  /** Answers a delivery of a webhook in the place of its receiver; `pass` takes it there. */
  readonly deliver?: (delivery: Sent, pass: () => Promise<Answer>, service: Service) => Promise<Answer>;
  /** When the sandbox's owner really granted access, where that is the defect. */
  readonly firstGranted?: number;
}

export interface BrokenService {
  readonly target: Target;
  readonly version3: Target3;
  close(): Promise<void>;
}

/** Where the deliveries of a webhook pass, with its own address behind. */
const relay = '/relay/';

/** A sandbox behind a server on a port of its own that has the defect. Each run of the suite gets its own. */
export async function startBroken(makeDefect: () => Defect): Promise<BrokenService> {
  const defect = makeDefect();
  const own = await startOwnSandbox({ firstGranted: defect.firstGranted });
  const agent = new Agent();
  let turned = 0;
  const forward = async (request: Passing): Promise<Answer> => {
    const body = request.json ?? (request.form.size > 0 ? request.form.toString() : undefined);
    return toSandbox(own, agent, request, body);
  };
  const service: Service = {
    target: own.target,
    version3: own.version3,
    turned: () => turned,
    send: forward,
  };
  const server = createServer((incoming, outgoing) => {
    void handle(incoming).then(({ status, headers, text }) => {
      const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = headers;
      outgoing.writeHead(status, rest).end(text);
    });
  });

  async function handle(incoming: IncomingMessage): Promise<Answer> {
    const request = readHead(incoming);
    const body = await readBody(incoming);
    const { deliver } = defect;
    if (deliver && request.path.startsWith(relay)) {
      const sent: Sent = { headers: request.headers, text: body };
      const to = decodeURIComponent(request.path.slice(relay.length));
      const pass = () =>
        send(to, { method: 'POST', headers: withoutHop(sent.headers), body: sent.text, dispatcher: agent });
      return deliver(sent, pass, service);
    }
    if (deliver && request.path === '/sandbox/webhooks') {
      const { callbackUri, ...webhook } = JSON.parse(body) as { callbackUri: string };
      const moved = `http://${request.headers.host}${relay}${encodeURIComponent(callbackUri)}`;
      return toSandbox(own, agent, request, JSON.stringify({ ...webhook, callbackUri: moved }));
    }
    if (request.path === '/sandbox/clock') turned += (JSON.parse(body) as { advance: number }).advance;
    if (request.path.startsWith('/sandbox')) return toSandbox(own, agent, request, body || undefined);
    if (request.headers['content-type'] === 'application/json') request.json = body;
    else request.form = new URLSearchParams(body);
    return defect.answer(request, () => forward(request), service);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://localhost:${(server.address() as AddressInfo).port}`;
  const moved = { authUrl: base, baseUrl: base, connectUrl: `${base}/oauth/authorize`, controlUrl: `${base}/sandbox` };
  return {
    target: {
      ...own.target,
      ...moved,
      ...(defect.firstGranted !== undefined && { firstGranted: Date.now() - 14 * 24 * 60 * 60 * 1000 }),
    },
    version3: { ...own.version3, ...moved, managementUrl: base },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await agent.destroy();
      await own.sandbox.close();
    },
  };
}

function toSandbox(own: OwnSandbox, dispatcher: Agent, request: Passing, body?: string): Promise<Answer> {
  return send(`${own.target.baseUrl}${request.path}`, {
    method: request.method as 'GET',
    headers: withoutHop(request.headers),
    dispatcher,
    ...(body !== undefined && { body }),
  });
}

/** Headers that are about a connection, and no other. */
function withoutHop(headers: Passing['headers']): Passing['headers'] {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...others } = headers;
  return others;
}

function readHead(incoming: IncomingMessage): Passing {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: Object.fromEntries(headers) as Passing['headers'],
    form: new URLSearchParams(),
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
