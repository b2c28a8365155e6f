import { t } from '../../common/translate.ts';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import { ServiceError, type Turn } from '../model/errors.ts';
import type { NamedProxy } from '../model/network-route.ts';
import { safeText } from './redact.ts';

/** What is known about the request that failed. */
export interface FailedRequest {
  readonly url: URL;
  readonly secrets: readonly string[];
  /** Status of the response, if the failure came after its headers. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** The proxy that the request used, if known. */
  readonly proxy?: NamedProxy | undefined;
}

/**
 * Converts a rejection of `fetch`, or of reading its body, to a ServiceError. The original error is not kept as
 * `cause`: it may contain raw bytes of the response (as undici's parser errors do) or a header value.
 */
export function networkFailure(error: unknown, request: FailedRequest): ServiceError {
  const causes = causeChain(error);
  const codes = causes.map(codeOf).filter((found) => found !== undefined);
  const code = codes.find(isOfCertificate) ?? codes[0];
  const status = causes.map(proxyStatusOf).find((found) => found !== undefined);
  const isCertificate = code !== undefined && isOfCertificate(code);
  if (request.proxy?.isUnencoded) return unencoded(request.proxy);
  const isAtProxy =
    status !== undefined || (request.proxy !== undefined && !isCertificate && causes.some(isConnecting));
  const { what, turn, nextStep, kind } = isAtProxy ? describeProxy(status, request) : describe(code, request);
  const detail =
    status === undefined ? (code ?? safeText(messageOf(causes.at(-1)), request.secrets, 120)) : `HTTP ${status}`;
  return new ServiceError(`${what}${detail === '' ? '' : ` (${detail})`}.`, {
    kind: kind ?? 'network',
    turn: turn ?? 'retry',
    nextStep,
    status: request.status,
    requestId: request.requestId,
    sent: request.status !== undefined || !(status !== undefined || causes.some(isBeforeSending)),
    // A button that changes the environment would not help.
    ...(isAtProxy && { remedy: 'retry' }),
  });
}

/** Its host is then read out of the credentials, so that whatever became of the request, this is why. */
function unencoded({ name }: NamedProxy): ServiceError {
  return new ServiceError(t('The user name or password of the proxy {0} has an unencoded /, ? or #.', name), {
    kind: 'network',
    turn: 'developer',
    nextStep: t('Write %2F for /, %3F for ? and %23 for # in http.proxy or HTTPS_PROXY.'),
    remedy: 'retry',
    sent: false,
  });
}

interface Description {
  readonly kind?: 'timeout';
  readonly turn?: Turn;
  readonly what: string;
  readonly nextStep: string;
}

/** A proxy that does not let the request through. */
function describeProxy(status: number | undefined, { url, proxy }: FailedRequest): Description {
  const name = proxy?.name ?? t('(name unknown)');
  if (status === 407 && proxy?.hasCredentials) {
    return {
      turn: 'developer',
      what: t('The proxy {0} refused these credentials', name),
      nextStep: t('Correct its user name and password in http.proxy, http.proxyAuthorization or HTTPS_PROXY.'),
    };
  }
  if (status === 407) {
    return {
      turn: 'developer',
      what: t('The proxy {0} requires credentials for {1}', name, url.host),
      nextStep: t('Sign in to the proxy, or add its user name and password to the http.proxy setting.'),
    };
  }
  return {
    what:
      status === undefined
        ? t('The proxy {0} opened no connection to {1}', name, url.host)
        : t('The proxy {0} refused the connection to {1}', name, url.host),
    nextStep: t('Check the network and the settings http.proxy and http.noProxy, or ask the proxy’s administrator.'),
  };
}

function describe(code: string | undefined, { url, status, proxy }: FailedRequest): Description {
  const checkProxy = proxy && checkingProxy(proxy);
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return {
      turn: 'developer',
      what:
        code === 'CERT_HAS_EXPIRED'
          ? t('The certificate of {0} has expired', url.host)
          : t('The certificate of {0} is not valid yet', url.host),
      nextStep: t('Check the clock of this computer. If it is right, the certificate has to be replaced there.'),
    };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    return {
      turn: 'developer',
      what: t('The certificate of {0} is for another name', url.host),
      nextStep: t('Check the address, the proxy, and whether the network wants you to sign in.'),
    };
  }
  if (code !== undefined && isOfCertificate(code)) {
    return {
      turn: 'developer',
      what: t('The certificate of {0} is not trusted', url.host),
      nextStep: t(
        'Check the address and the clock. For a private authority, add its certificate to this computer, turn on http.systemCertificates, and restart VS Code.',
      ),
    };
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        what: t('Nothing is listening at {0}', url.host),
        nextStep: isLoopbackHost(url.hostname)
          ? t('Start the sandbox or your own server, then try again.')
          : t('Check the network and the address in the vehicleData.environments setting, then try again.'),
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        what: t('The host {0} was not found', url.hostname),
        nextStep: t('Check the network, VPN and proxy, and the address in the vehicleData.environments setting.'),
      };
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
    case 'ETIMEDOUT':
      return {
        kind: 'timeout',
        what: t('{0} did not respond in time', url.host),
        nextStep: checkProxy ?? t('Try again later.'),
      };
    default:
      return {
        what:
          status === undefined
            ? t('The connection to {0} failed', url.host)
            : t('The connection to {0} was lost during the response', url.host),
        nextStep: checkProxy ?? t('Check the network, then try again.'),
      };
  }
}

export function checkingProxy({ name }: NamedProxy): string {
  return t('Check the network and the proxy {0}, then try again.', name);
}

/** Whether a failure's code says that a certificate was not accepted. */
export function isOfCertificate(code: string): boolean {
  return certificateCode.test(code);
}

const certificateCode = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CRL_|HOSTNAME_MISMATCH)/;

/**
 * The status with which a proxy answered CONNECT. VS Code puts it in a property of the error (since 1.125 or so),
 * undici in the message, where anything but 200 is an error.
 */
function proxyStatusOf(error: unknown): number | undefined {
  const { connectResponseStatusCode: noted } = error as { connectResponseStatusCode?: unknown };
  if (typeof noted === 'number' && noted !== 200) return noted;
  const [, status] = /^Proxy response \((\d{3})\)/.exec(messageOf(error)) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Whether the other side closed the connection of a request before it answered, as it does with one that it left idle. */
export function isDropped(error: unknown): boolean {
  const causes = causeChain(error);
  if (causes.some(isBeforeSending)) return false;
  return causes.some((cause) => ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(cause) ?? ''));
}

/** The failure of a request whose connection never opened, for whoever knows that. */
export function neverConnected(cause: unknown): Error {
  return Object.assign(new Error('not connected', { cause }), { syscall: 'connect' });
}

/** True if the error can only occur before the first byte of a request is written. */
function isBeforeSending(error: unknown): boolean {
  if (isConnecting(error)) return true;
  const code = codeOf(error);
  return (code !== undefined && isOfCertificate(code)) || messageOf(error).includes(beforeTls);
}

/** Node has no error code for this. */
const beforeTls = 'disconnected before secure TLS connection';

/** Whether the error comes from connecting to the other side, which is the proxy if there is one. */
function isConnecting(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnecting);
  const { syscall } = error as { syscall?: unknown };
  return syscall === 'connect' || syscall === 'getaddrinfo' || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT';
}

/** The error and its causes, outermost first. */
function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  // Bounded, because causes may be circular.
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) chain.push(next);
  return chain;
}

function codeOf(error: unknown): string | undefined {
  const { code, name } = error as { code?: unknown; name?: unknown };
  // Of a time limit, whose own code is a number.
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  return typeof code === 'string' ? code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
