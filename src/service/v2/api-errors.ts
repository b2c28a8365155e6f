import { parseUrl } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import type { TextResponse } from '../http/messages.ts';
import { safeText } from '../http/redact.ts';
import { failureMessage, jsonObject, requestIdOf, retryTime, unreadable } from '../http/response-errors.ts';
import { ServiceError, text } from '../model/errors.ts';
import type { ApiContext } from '../api/authorized-calls.ts';
import { apiError, type ApiErrorBody, plainError } from './contract.ts';
import { type ErrorName, grantStep, type OwnTexts, textOfError, textOfStatus } from '../api/error-texts.ts';
import { t } from '../../common/translate.ts';
import { announcedEnd } from '../model/end-of-version-2.ts';

/**
 * Converts the refusal of a vehicle data endpoint to a ServiceError. Handles the three known body shapes and any other
 * body.
 */
export function apiFailure(response: TextResponse, { permission, secrets }: ApiContext): ServiceError {
  const { status, headers, text } = response;
  const body = refusalIn(text);
  if (!body) {
    const byStatus = textOfStatus(status, ownTexts());
    return unreadable(response, secrets, byStatus, status === 410 ? byStatus.what : undefined);
  }
  const { turn, what, nextStep, remedy } = textOfError(status, body, ownTexts());
  const type = safeText(body.type, secrets, 80);
  const code = body.code === undefined ? undefined : safeText(body.code, secrets, 80);
  const name = code === undefined ? type : `${type}:${code}`;
  const said = safeText(body.said, secrets);
  return new ServiceError(failureMessage(what, [name, `HTTP ${status}`], said), {
    kind: 'api',
    turn,
    nextStep: status === 403 && permission !== undefined ? grantStep(permission) : nextStep,
    status,
    type,
    code,
    requestId: requestIdOf(headers) ?? body.requestId,
    ...retryTime(response),
    remedy,
    ownerUrl: body.ownerUrl,
    sent: true,
  });
}

/** What the shapes have in common. */
interface Refusal extends ErrorName {
  /** The service's own description. */
  readonly said: string;
  readonly requestId?: string | undefined;
  readonly ownerUrl?: string | undefined;
}

function refusalIn(text: string): Refusal | undefined {
  const body = jsonObject(text);
  const api = apiError.safeParse(body);
  if (api.success) return refusal(api.data);
  const plain = plainError.safeParse(body);
  if (!plain.success) return undefined;
  const { error, message, error_description: description } = plain.data;
  return { type: error, code: undefined, resolution: undefined, said: message ?? description ?? '' };
}

function refusal({ type, code, description, detail, requestId, resolution }: ApiErrorBody): Refusal {
  const { type: advice, url } = typeof resolution === 'string' ? { type: resolution } : (resolution ?? {});
  const details = (detail ?? []).map((entry) => (typeof entry === 'string' ? entry : jsonOf(entry)));
  return {
    type,
    code: code ?? undefined,
    resolution: advice ?? undefined,
    said: [description ?? '', ...details].join(' '),
    requestId: requestId ? plainText(requestId, 80) : undefined,
    ownerUrl: isOwnersPage(url) ? url : undefined,
  };
}

/** A value as JSON; `…` if it is nested too deep for JSON.stringify. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '…';
  }
}

/** An address that may be opened in a browser: https, or http on this machine. */
function isOwnersPage(address: unknown): address is string {
  const url = typeof address === 'string' ? parseUrl(address) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/** The end of version 2.0 is announced (document, "Versioning"). */
function ownTexts(): OwnTexts {
  const nextStep = t(
    'Its end was announced for {0}. Move to version 3, or check baseUrl in the vehicleData.environments setting.',
    announcedEnd(),
  );
  const switchedOff = text('developer', t('API version 2.0 seems to be switched off'), nextStep, 'explain-version');
  return { byName: new Map([['RESOURCE_NOT_FOUND:VERSION', switchedOff]]), gone: switchedOff };
}
