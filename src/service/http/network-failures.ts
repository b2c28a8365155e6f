import { t } from '../../common/translate.ts';
import { isLoopback } from './addresses.ts';
import { ServiceError, type Turn } from '../model/errors.ts';
import { safeText } from './redact.ts';

/** What is known of the request that failed. */
export interface FailedRequest {
  readonly url: URL;
  readonly secrets: readonly string[];
  /** Status of the answer, if the failure came after its headers. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

/**
 * A rejection of `fetch`, or of reading its body, as a ServiceError. The original error is not kept as `cause`: it may
 * hold raw bytes of the answer (undici's parser errors do) or a header value.
 */
export function networkFailure(error: unknown, request: FailedRequest): ServiceError {
  const causes = causeChain(error);
  const code = causes.map(codeOf).find((found) => found !== undefined);
  const { what, turn, nextStep, kind } = describe(code, request);
  const detail = code ?? safeText(messageOf(causes.at(-1)), request.secrets, 120);
  return new ServiceError(`${what}${detail === '' ? '' : ` (${detail})`}.`, {
    kind: kind ?? 'network',
    turn: turn ?? 'retry',
    nextStep,
    status: request.status,
    requestId: request.requestId,
    sent: request.status !== undefined || !causes.some(neverConnected),
  });
}

interface Description {
  readonly kind?: 'timeout';
  readonly turn?: Turn;
  readonly what: string;
  readonly nextStep: string;
}

function describe(code: string | undefined, { url, status }: FailedRequest): Description {
  if (code !== undefined && certificateCode.test(code)) {
    return {
      turn: 'developer',
      what: t('The certificate of {0} is not trusted', url.host),
      nextStep: t('Check the address and this computer’s clock. Behind a company proxy, install its root certificate.'),
    };
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        what: t('Nothing is listening at {0}', url.host),
        nextStep: isLoopback(url.hostname)
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
      return { kind: 'timeout', what: t('{0} did not respond in time', url.host), nextStep: t('Try again later.') };
    default:
      return {
        what:
          status === undefined
            ? t('The connection to {0} failed', url.host)
            : t('The connection to {0} was lost during the response', url.host),
        nextStep: t('Check the network, then try again.'),
      };
  }
}

const certificateCode = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CRL_|HOSTNAME_MISMATCH)/;

/** True where the error can arise only before the first byte of a request is written. */
function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(neverConnected);
  const { syscall } = error as { syscall?: unknown };
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  const code = codeOf(error);
  return code === 'UND_ERR_CONNECT_TIMEOUT' || (code !== undefined && certificateCode.test(code));
}

/** The error and its causes, outermost first. */
function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  // Bounded, because a cause may point back.
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) chain.push(next);
  return chain;
}

function codeOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
