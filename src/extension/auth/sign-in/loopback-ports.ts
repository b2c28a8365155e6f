import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, isReserved, loopbackAddresses, reservedPorts } from '../../../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../../../common/missing-in-node-20.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { LoopbackServer, type Receive } from './loopback-server.ts';
import { askForRelay, askToGiveWay, type RelayTarget } from './redirect-relay.ts';

/** A port that is open for one wait. */
export interface PortLease {
  /** The given redirect URI, with the real port if that was 0. */
  readonly redirectUri: string;
  /** The port closes with its last lease, or a moment later if a redirect has arrived at it. */
  release(): void;
}

/**
 * Opens the port of a redirect URI. If another window on this machine has it, that window passes on the redirect with
 * `state`. Rejects with ServiceError (`input`).
 */
export type OpenPort = (redirectUri: string, receive: Receive, state?: string) => Promise<PortLease>;

/** The system may take a moment to release a port. */
const [takeOverAttempts, takeOverPauseMs] = [20, 100];

/**
 * How long a port stays open after its last redirect was used: the browser may have prefetched the page before the user
 * visits it, and the user may reload it. Not longer, because the developer may be about to start a program at this
 * redirect URI.
 */
const lingerMs = 30_000;

/** The timer of a lingering port must not keep the process running. */
const unreferenced: Pick<Scheduler, 'sleep'> = {
  sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
};

interface Shared {
  readonly opened: Promise<LoopbackServer>;
  leases: number;
  /** How many times its last lease has ended. */
  ends: number;
}

/**
 * The open ports of this window. Waits at the same host and port share it: a registered redirect URI is fixed, so
 * concurrent sign-ins use the same one.
 */
export class LoopbackPorts {
  readonly #scheduler: Pick<Scheduler, 'sleep'>;
  readonly #shared = new Map<string, Shared>();

  constructor(scheduler: Pick<Scheduler, 'sleep'> = unreferenced) {
    this.#scheduler = scheduler;
  }

  /** All leases of one port use the `receive` of the first. */
  readonly open: OpenPort = async (redirectUri, receive, state) => {
    const target = parseLoopback(redirectUri);
    const key = target.port === 0 ? redirectUri + crypto.randomUUID() : `${target.hostname}:${target.port}`;
    const shared = this.#shared.get(key) ?? { opened: LoopbackServer.open(target, receive), leases: 0, ends: 0 };
    this.#shared.set(key, shared);
    shared.leases += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      shared.leases -= 1;
      if (shared.leases === 0) void this.#end(key, shared);
    };
    try {
      const { port } = await shared.opened;
      // Exactly as configured, except for the port: the service compares strings.
      return { redirectUri: target.port === 0 ? withPort(redirectUri, port) : redirectUri, release };
    } catch (error) {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
      if (codeOf(error) !== 'EADDRINUSE') throw unavailable(redirectUri, target.port, error);
      const { address } = error as { address?: string };
      if (state === undefined) {
        if (await askToGiveWay(target)) return this.open(redirectUri, receive);
        throw unavailable(redirectUri, target.port, error, address);
      }
      const released = new AbortController();
      const asked = await askForRelay(target, state, released.signal);
      if ('search' in asked) return this.#waitForRelay(asked.search, redirectUri, receive, state, released);
      throw unavailable(redirectUri, target.port, error, asked.stranger ?? address);
    }
  };

  async #end(key: string, shared: Shared): Promise<void> {
    shared.ends += 1;
    const { ends } = shared;
    const port = await shared.opened;
    const over = new AbortController();
    const isOver = port.isUsed ? this.#scheduler.sleep(lingerMs, over.signal).catch(() => undefined) : undefined;
    const closed = Promise.resolve(isOver).then(() => {
      // Another wait may have taken the port meanwhile.
      if (shared.leases > 0 || shared.ends !== ends) return false;
      this.#shared.delete(key);
      port.close();
      return true;
    });
    port.linger(() => {
      over.abort();
      return closed;
    });
  }

  #waitForRelay(
    search: Promise<string>,
    redirectUri: string,
    receive: Receive,
    state: string,
    released: AbortController,
  ): PortLease {
    let own: PortLease | undefined;
    const wait = async () => {
      try {
        receive(new URL(await search, redirectUri));
      } catch {
        // The window that had the port has finished or closed.
        own = await this.#takeOver(redirectUri, receive, state, released.signal);
        if (released.signal.aborted) own?.release();
      }
    };
    void wait();
    const release = () => {
      released.abort();
      own?.release();
    };
    return { redirectUri, release };
  }

  /** Undefined if the port is no longer available; the user can still paste the address. Never rejects. */
  async #takeOver(
    redirectUri: string,
    receive: Receive,
    state: string,
    signal: AbortSignal,
  ): Promise<PortLease | undefined> {
    for (let attempt = 0; attempt < takeOverAttempts && !signal.aborted; attempt++) {
      try {
        return await this.open(redirectUri, receive, state);
      } catch {
        await delay(takeOverPauseMs);
      }
    }
    return undefined;
  }
}

interface Target extends RelayTarget {
  readonly hostname: string;
}

function parseLoopback(redirectUri: string): Target {
  const url = parseUrl(redirectUri);
  const families: Record<string, readonly string[]> = {
    localhost: loopbackAddresses,
    '127.0.0.1': ['127.0.0.1'],
    '[::1]': ['::1'],
  };
  const addresses = url?.protocol === 'http:' ? families[url.hostname] : undefined;
  if (!url || !addresses) {
    throw new ServiceError(t('The redirect URI “{0}” is not on this machine.', redirectUri), {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Register http://localhost:PORT/callback with the application, and set it as redirectUri.'),
      sent: false,
    });
  }
  const { hostname, port, pathname } = url;
  return { hostname, port: port === '' ? 80 : Number(port), pathname, addresses };
}

function withPort(uri: string, port: number): string {
  return uri.replace(/:0(?=[/?#]|$)/, `:${port}`);
}

/** @param taken the address at which another program uses the port */
function unavailable(uri: string, port: number, cause: unknown, taken?: string): ServiceError {
  const message =
    taken === undefined
      ? t('Port {0} of the redirect URI {1} can’t be opened.', port, uri)
      : t('Port {0} of the redirect URI {1} is in use by another program at {2}.', port, uri, taken);
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: isReserved(cause, port)
      ? t(
          'Register another redirect URI and set it as redirectUri. On Windows, “{0}” lists reserved ports.',
          reservedPorts,
        )
      : t('Close the program that uses the port, or register another redirect URI and set it as redirectUri.'),
    sent: false,
    cause,
  });
}
