import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, loopbackAddresses } from '../../../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../../../common/missing-in-node-20.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { LoopbackServer, type Receive } from './loopback-server.ts';
import { askForRelay, askToGiveWay, type RelayTarget } from './redirect-relay.ts';

/** A port that is open for one wait. */
export interface PortLease {
  /** The given redirect URI, with the real port where that was 0. */
  readonly redirectUri: string;
  /** With its last lease the port closes; once a redirect has come to it, a moment later. */
  release(): void;
}

/**
 * Opens the port of a redirect URI. Where another window of this machine has it, that one passes on the redirect with
 * `state`. Rejects with ServiceError (`input`).
 */
export type OpenPort = (redirectUri: string, receive: Receive, state?: string) => Promise<PortLease>;

/** The system may take a moment to let go of a port. */
const [takeOverAttempts, takeOverPauseMs] = [20, 100];

/**
 * So long a port stays open after its last redirect was used: a person may come after a browser that looked ahead, and
 * may reload. Not longer, because the redirect URI may be that of a program which the developer is about to start.
 */
const lingerMs = 30_000;

/** A port that lingers keeps no program running. */
const unreferenced: Pick<Scheduler, 'sleep'> = {
  sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
};

interface Shared {
  readonly opened: Promise<LoopbackServer>;
  leases: number;
  /** How often its last lease has ended. */
  ends: number;
}

/**
 * The open ports of this window. Waits at one host and port share it: a registered redirect URI is fixed, so two
 * sign-ins that run side by side have the same.
 */
export class LoopbackPorts {
  readonly #scheduler: Pick<Scheduler, 'sleep'>;
  readonly #shared = new Map<string, Shared>();

  constructor(scheduler: Pick<Scheduler, 'sleep'> = unreferenced) {
    this.#scheduler = scheduler;
  }

  /** All leases of one port have the `receive` of the first. */
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
      // To the letter as configured, but for the port: the service compares strings.
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
      // Another wait may have it by now.
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
        // Its owner is done, or gone.
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

  /** Undefined where the port can't be had any more: pasting the address is left. Never rejects. */
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

/** @param taken the address at which another program has the port */
function unavailable(uri: string, port: number, cause: unknown, taken?: string): ServiceError {
  const message =
    taken === undefined
      ? t('Port {0} of the redirect URI {1} can’t be opened.', port, uri)
      : t('Port {0} of the redirect URI {1} is in use by another program at {2}.', port, uri, taken);
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Close the program that uses the port, or register another redirect URI and set it as redirectUri.'),
    sent: false,
    cause,
  });
}
