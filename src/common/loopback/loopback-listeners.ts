import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Both families: `localhost` is one or the other, and many clients take the first alone. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Free ports to try until one is free on all addresses. */
const freePortAttempts = 10;

/**
 * Listens on the given loopback addresses, all on one port. An address that this machine doesn't have is left out, as
 * long as one remains. Rejects as `net.Server` does; of `EADDRINUSE`, `address` says which one another program has.
 *
 * @param port 0 for one that is free on all of them
 */
export async function listenOnLoopback<Listener extends Server>(
  create: () => Listener,
  port: number,
  addresses = loopbackAddresses,
): Promise<readonly Listener[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenOnAll(create, port, addresses);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || port !== 0 || attempt >= freePortAttempts) throw error;
    }
  }
}

export function portOf([server]: readonly Server[]): number {
  return (server?.address() as AddressInfo).port;
}

/** As it stands in a URL: `127.0.0.1:80`, `[::1]:80`. */
export function hostOf(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether it says that this machine lacks an address, or its whole family. */
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
