import { plainText } from '../../common/plain-text.ts';
import { t } from '../../common/translate.ts';
import { isLoopback } from '../http/addresses.ts';
import { failureMessage, jsonObject, requestIdOf, retryTime, unreadable } from '../http/response-errors.ts';
import { type ApiErrorBody, apiError, plainError } from './contract.ts';
import type { Permission } from '../model/permissions.ts';
import { type ErrorText, switchedOff, textOfError, textOfStatus } from './error-texts.ts';
import { ServiceError } from '../model/errors.ts';
import { safeText } from '../http/redact.ts';
import type { TextResponse } from '../http/messages.ts';

export interface ApiContext {
  /** What the endpoint needs, for the message of a 403. */
  readonly permission?: Permission | undefined;
  readonly secrets: readonly string[];
}

/** The refusal of a vehicle data endpoint as a ServiceError: three body shapes are seen, and bodies that are none. */
export function apiFailure(answer: TextResponse, context: ApiContext): ServiceError {
  const body = refusalIn(answer.text);
  if (!body) return unreadable(answer, context.secrets, textOfStatus(answer.status));
  const text = textOf(answer.status, body);
  const { secrets } = context;
  const type = shortName(body.type, secrets);
  const code = shortName(body.code, secrets);
  const name = [type, code].filter((part) => part !== undefined).join(':');
  const said = safeText([body.description, ...body.details].join(' '), secrets);
  return new ServiceError(failureMessage(text.what, [name, `HTTP ${answer.status}`], said), {
    kind: 'api',
    turn: text.turn,
    nextStep: nextStep(answer, text, context),
    status: answer.status,
    type,
    code,
    requestId: requestIdOf(answer.headers) ?? body.requestId,
    ...retryTime(answer),
    remedy: text.remedy,
    ownerUrl: body.ownerUrl,
    sent: true,
  });
}

/** What the three shapes have in common. */
interface Refusal {
  readonly type: string;
  readonly code: string | undefined;
  readonly description: string;
  readonly details: readonly string[];
  readonly requestId: string | undefined;
  readonly resolution: string | undefined;
  readonly ownerUrl: string | undefined;
}

function refusalIn(text: string): Refusal | undefined {
  const body = jsonObject(text);
  const api = apiError.safeParse(body);
  if (api.success) return refusal(api.data);
  const plain = plainError.safeParse(body);
  if (plain.success) {
    const { error, message, error_description } = plain.data;
    return plainRefusal(error, message ?? error_description ?? '');
  }
  return undefined;
}

function refusal(body: ApiErrorBody): Refusal {
  const resolution = typeof body.resolution === 'string' ? { type: body.resolution } : body.resolution;
  const ownerUrl = resolution && 'url' in resolution ? resolution.url : undefined;
  return {
    type: body.type,
    code: body.code ?? undefined,
    description: body.description ?? '',
    details: (body.detail ?? []).map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))),
    requestId: body.requestId ? plainText(body.requestId, 80) : undefined,
    resolution: resolution?.type ?? undefined,
    ownerUrl: isOwnersPage(ownerUrl) ? ownerUrl : undefined,
  };
}

/** An address that a browser may be sent to: the service's over https, or one of this machine. */
function isOwnersPage(address: string | null | undefined): address is string {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

function plainRefusal(type: string, description: string): Refusal {
  const absent = { code: undefined, requestId: undefined, resolution: undefined, ownerUrl: undefined };
  return { type, description, details: [], ...absent };
}

/** Statuses that no other type's text may reinterpret: a 403 is no expired token, 430 and 501 are never retried. */
const plainStatuses: ReadonlyMap<number, string> = new Map([
  [403, 'PERMISSION'],
  [430, 'BILLING'],
  [501, 'COMPATIBILITY'],
]);

/** The most exact text there is. What the service advises counts only for what the table doesn't know. */
function textOf(status: number, { type, code, resolution }: Refusal): ErrorText {
  if (status === 410) return switchedOff();
  if ((plainStatuses.get(status) ?? type) !== type) return textOfStatus(status);
  const known = textOfError(type, code);
  if (known) return known;
  const byStatus = textOfStatus(status);
  if (resolution === 'RETRY_LATER') return { ...byStatus, turn: 'retry', nextStep: t('Try again later.') };
  if (resolution === 'CONTACT_SUPPORT') {
    return { ...byStatus, turn: 'developer', nextStep: t('Give the request id to the service’s support.') };
  }
  if (resolution === 'REAUTHENTICATE') {
    return { ...byStatus, turn: 'owner', nextStep: t('The owner signs in to the vehicle maker again.') };
  }
  return byStatus;
}

function nextStep(answer: TextResponse, text: ErrorText, { permission }: ApiContext): string {
  if (answer.status === 403 && permission !== undefined) {
    return `${t('The permission is “{0}”.', permission)} ${text.nextStep}`;
  }
  return text.nextStep;
}

function shortName(value: string | undefined, secrets: readonly string[]): string | undefined {
  return value === undefined ? undefined : safeText(value, secrets, 80);
}
