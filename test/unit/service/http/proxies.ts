// Real HTTP proxies, all closed by `closeProxies`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';

const open: { readonly server: Server; readonly sockets: Set<Duplex> }[] = [];

/** Listens on loopback until the proxies are closed; the port. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  open.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function closeProxies(): Promise<void> {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

export type ProxyBehavior =
  /** Opens every connection, whatever the host, to that port of this machine. */
  | { readonly to: number; readonly credentials?: string; readonly tls?: SecureContextOptions }
  | { readonly status: number; readonly headers?: string }
  /** Accepts the connection and says nothing. */
  | 'silent'
  | 'closes'
  /** Says that it has connected, and closes then. */
  | 'connects and closes'
  | 'babbles'
  /** Begins an answer, and goes on without a line's end. */
  | 'never ends its line';

export interface Proxy {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** `host:port` of each CONNECT, and the address of each request without one, which fails. */
  readonly asked: string[];
}

export async function startProxy(behavior: ProxyBehavior, at = 0): Promise<Proxy> {
  const asked: string[] = [];
  const tls = typeof behavior === 'object' && 'to' in behavior ? behavior.tls : undefined;
  const server = tls ? createHttpsServer(tls) : createServer();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    asked.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (behavior === 'silent') return;
    if (behavior === 'closes') return void socket.destroy();
    if (behavior === 'babbles') return void socket.end('220 mail.test ESMTP\r\n\r\n');
    if (behavior === 'never ends its line') return void socket.write(`HTTP/1.1 200 ${'x'.repeat(64 * 1024)}`);
    if (behavior === 'connects and closes') return void socket.end('HTTP/1.1 200 OK\r\n\r\n');
    if ('status' in behavior) {
      return void socket.end(`HTTP/1.1 ${behavior.status} No\r\n${behavior.headers ?? ''}Content-Length: 0\r\n\r\n`);
    }
    const { credentials } = behavior;
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      return void socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n');
    }
    const upstream = connect(behavior.to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  const port = await listenLocally(server, at);
  return { url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}`, asked };
}

/** A port of this machine at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
