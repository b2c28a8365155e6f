import type { ServerResponse } from 'node:http';

/** The service's answer to a token request. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** One token request whose answer goes wrong. */
export interface Turn {
  readonly response: ServerResponse;
  /** Lets the request take effect at the service. */
  readonly commit: () => Promise<ServiceAnswer>;
  /** Closes the connection as it is. */
  readonly cut: () => void;
  /** Another origin, which notes all that it gets. */
  readonly elsewhere: string;
}

const json = { 'content-type': 'application/json' };
const portal = '<!doctype html><title>Guest Wi-Fi</title><p>Please log in to use the network.</p>';

/** The fourteen ways in which the answer to a refresh goes wrong, by what an observer would call them. */
const strikes = {
  async 'cut before it took effect'({ cut }: Turn) {
    cut();
    await Promise.resolve();
  },
  async '500 before it took effect'({ response }: Turn) {
    response.writeHead(500, json).end('{"error":"server_error"}');
    await Promise.resolve();
  },
  async 'answer lost'({ commit, cut }: Turn) {
    await commit();
    cut();
  },
  async 'no answer ever'({ commit }: Turn) {
    await commit();
  },
  async '502 after it took effect'({ commit, response }: Turn) {
    await commit();
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  },
  async '503 after it took effect'({ commit, response }: Turn) {
    await commit();
    response.writeHead(503, json).end('{"error":"temporarily_unavailable"}');
  },
  async 'cut in the body'({ commit, response, cut }: Turn) {
    const { status, body } = await commit();
    response.writeHead(status, { ...json, 'content-length': body.length });
    response.write(body.subarray(0, Math.floor(body.length / 2)), cut);
  },
  async 'cut in a chunk'({ commit, response, cut }: Turn) {
    const { status, body } = await commit();
    response.writeHead(status, json);
    response.write(body.subarray(0, body.length - 3), cut);
  },
  async 'a web page'({ commit, response }: Turn) {
    await commit();
    response.writeHead(200, { 'content-type': 'text/html' }).end(portal);
  },
  async 'an empty 200'({ commit, response }: Turn) {
    const { status } = await commit();
    response.writeHead(status, json).end();
  },
  async 'bytes that are no UTF-8'({ commit, response }: Turn) {
    const { status, body } = await commit();
    const broken = Buffer.from(body);
    broken[Math.floor(broken.length / 2)] = 0xff;
    response.writeHead(status, json).end(broken);
  },
  async 'a pair without an access token'({ commit, response }: Turn) {
    const { status, body } = await commit();
    const { access_token: _, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>;
    response.writeHead(status, json).end(JSON.stringify(rest));
  },
  async 'a redirect to another origin'({ commit, response, elsewhere }: Turn) {
    await commit();
    response.writeHead(307, { location: elsewhere }).end();
  },
  async 'more bytes than it takes'({ commit, response }: Turn) {
    const { status, body } = await commit();
    const padded = `{"padding":"${'x'.repeat(200_000)}",${body.toString().slice(1)}`;
    response.on('error', () => undefined);
    response.writeHead(status, json).end(padded);
  },
} satisfies Record<string, (turn: Turn) => Promise<void>>;

export type ResponseFault = keyof typeof strikes;

export const responseFaults = Object.keys(strikes) as ResponseFault[];

export function strike(fault: ResponseFault, turn: Turn): Promise<void> {
  return strikes[fault](turn);
}
