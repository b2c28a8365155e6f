import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';

/** Both families, because `localhost` can resolve to either, and many clients try only the first. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** How many free ports to try before giving up on one that is free on all addresses. */
const freePortAttempts = 10;

/**
 * Listens on the given loopback addresses, all on one port. An address that this machine lacks is skipped, as long as
 * one remains. Rejects as `net.Server` does; for `EADDRINUSE`, `address` is the one where another program answers.
 *
 * @param port 0 for one that is free on all of them
 */
export async function listenOnLoopback<Listener extends Server>(
  create: () => Listener,
  port: number,
  addresses = loopbackAddresses,
): Promise<readonly Listener[]> {
  // On Windows and macOS, a program that listens at 0.0.0.0 keeps nobody from 127.0.0.1.
  for (const address of port === 0 ? [] : addresses) {
    if (!(await isListening(port, address))) continue;
    const message = `listen EADDRINUSE: address already in use ${hostOf(address, port)}`;
    throw Object.assign(new Error(message), { code: 'EADDRINUSE', address, port });
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenOnAll(create, port, addresses);
    } catch (error) {
      if (!isTaken(error, port) || port !== 0 || attempt >= freePortAttempts) throw error;
    }
  }
}

export function portOf([server]: readonly Server[]): number {
  return (server?.address() as AddressInfo).port;
}

/** The host as written in a URL: `127.0.0.1:80`, `[::1]:80`. */
export function hostOf(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Shows the ports that Windows keeps for Hyper-V and WSL. */
export const reservedPorts = 'netsh int ip show excludedportrange protocol=tcp';

/** Whether an error of listening means that the system keeps the port for itself, rather than for administrators. */
export function isReserved(error: unknown, port: number): boolean {
  return codeOf(error) === 'EACCES' && (port === 0 || port > 1023 || process.platform === 'win32');
}

/** Whether an error of listening means that another port may be free. */
export const isTaken = (error: unknown, port: number) => codeOf(error) === 'EADDRINUSE' || isReserved(error, port);

export function isListening(port: number, host = 'localhost'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2000 });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    // A listener that is busy accepts late.
    for (const event of ['connect', 'timeout'] as const) socket.once(event, () => end(true));
    socket.once('error', () => end(false));
  });
}

/** Whether the error means that this machine lacks the address or its whole address family. */
function isAbsent(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '');
}

async function listenOnAll<Listener extends Server>(
  create: () => Listener,
  wanted: number,
  addresses: readonly string[],
): Promise<readonly Listener[]> {
  const servers: Listener[] = [];
  let absent: unknown;
  try {
    for (const host of addresses) {
      const server = create();
      server.listen({ host, port: servers.length > 0 ? portOf(servers) : wanted, exclusive: true });
      try {
        await once(server, 'listening');
        servers.push(server);
      } catch (error) {
        if (!isAbsent(error)) throw error;
        absent = error;
      }
    }
    if (servers.length === 0) throw absent;
    return servers;
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

/** As URLs write them. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether Node's own `fetch` goes by the variables of a proxy: only where it was started so, by NODE_USE_ENV_PROXY. */
export function goesByVariables(): boolean {
  const { [Symbol.for('undici.globalDispatcher.1')]: dispatcher } = globalThis as Readonly<Record<symbol, unknown>>;
  return (dispatcher as object | undefined)?.constructor.name === 'EnvHttpProxyAgent';
}

/** Keeps Node's own `fetch` off that proxy for this machine: Node reads this with each request. */
export function goDirectlyToLoopback(): void {
  if (!goesByVariables()) return;
  const { env } = process;
  const name = env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy';
  if (env[name] !== '*') env[name] = [env[name] ?? '', ...loopbackNames].join();
}

/**
 * Whether a host, with or without a port, is this machine: `localhost`, `127.0.0.1:80`, `[::1]`. The other addresses of
 * 127/8 are not, because VS Code sends their requests to a proxy. Nor is what a URL parser would read as 127.0.0.1, such
 * as `0x7f.1`.
 */
export function isLoopbackHost(host: string): boolean {
  const [, name = '', port = '0'] = /^(.*?)(?::(\d{1,5}))?$/.exec(host) ?? [];
  return loopbackNames.includes(name.toLowerCase()) && Number(port) < 65_536;
}
