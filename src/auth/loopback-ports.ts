import { ServiceError } from '../service/errors.ts';
import { codeOf, LoopbackPort } from './loopback-port.ts';
import type { Receive } from './loopback-port.ts';
import type { Localization } from './session-errors.ts';

/** A port that is open for one wait. */
export interface PortLease {
  /** The given redirect URI, with the real port where that was 0. */
  readonly redirectUri: string;
  /** Closes the port with its last lease. */
  release(): void;
}

/** Opens the port of a redirect URI. Rejects with ServiceError (`input`). */
export type OpenPort = (redirectUri: string, receive: Receive) => Promise<PortLease>;

interface Shared {
  readonly opened: Promise<LoopbackPort>;
  leases: number;
}

/**
 * The open ports of this window. Waits at one host and port share it: a registered redirect URI is fixed, so two
 * sign-ins that run side by side have the same.
 */
export class LoopbackPorts {
  readonly #l10n: Localization;
  readonly #shared = new Map<string, Shared>();

  constructor(l10n: Localization) {
    this.#l10n = l10n;
  }

  /** All leases of one port have the `receive` of the first. */
  readonly open: OpenPort = async (redirectUri, receive) => {
    const target = parseLoopback(redirectUri, this.#l10n);
    const key = target.port === 0 ? redirectUri + crypto.randomUUID() : `${target.hostname}:${target.port}`;
    const shared = this.#shared.get(key) ?? { opened: LoopbackPort.open(target, receive), leases: 0 };
    this.#shared.set(key, shared);
    shared.leases += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      shared.leases -= 1;
      if (shared.leases > 0) return;
      this.#shared.delete(key);
      void shared.opened.then((port) => port.close());
    };
    try {
      const { port } = await shared.opened;
      // To the letter as configured, but for the port: the service compares strings.
      return { redirectUri: target.port === 0 ? withPort(redirectUri, port) : redirectUri, release };
    } catch (error) {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
      throw unavailable(redirectUri, target.port, error, this.#l10n);
    }
  };
}

interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

function parseLoopback(redirectUri: string, l10n: Localization): Target {
  const url = URL.parse(redirectUri);
  const families: Record<string, readonly string[]> = {
    localhost: ['127.0.0.1', '::1'],
    '127.0.0.1': ['127.0.0.1'],
    '[::1]': ['::1'],
  };
  const addresses = url?.protocol === 'http:' ? families[url.hostname] : undefined;
  if (!url || !addresses) {
    throw new ServiceError(l10n.t('The redirect URI "{0}" does not lead to this machine.', redirectUri), {
      kind: 'input',
      turn: 'developer',
      nextStep: l10n.t('Register http://localhost:PORT/callback with the application and set it as the redirect URI.'),
      sent: false,
    });
  }
  return { hostname: url.hostname, port: url.port === '' ? 80 : Number(url.port), addresses };
}

function withPort(uri: string, port: number): string {
  return uri.replace(/:0(?=[/?#]|$)/, `:${port}`);
}

function unavailable(uri: string, port: number, cause: unknown, l10n: Localization): ServiceError {
  const message =
    codeOf(cause) === 'EADDRINUSE'
      ? l10n.t('Port {0}, where the browser is to come back ({1}), is used by another program.', port, uri)
      : l10n.t('Port {0} can not be opened for the browser to come back ({1}).', port, uri);
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: l10n.t(
      'End the program that uses the port, or register another redirect URI with the application and set it in the settings.',
    ),
    sent: false,
    cause,
  });
}
