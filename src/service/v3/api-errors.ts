import { plainText } from '../../common/text/plain-text.ts';
import { parseWithoutOdd } from '../../common/text/odd-elements.ts';
import { t } from '../../common/translate.ts';
import type { ApiContext } from '../api/authorized-calls.ts';
import { type ErrorText, text, ServiceError } from '../model/errors.ts';
import { checkBaseUrl, grantStep, type OwnTexts, textOfError, textOfStatus } from '../api/error-texts.ts';
import { problemsIn, schemaErrorMessage } from '../api/read-answer.ts';
import type { TextResponse } from '../http/messages.ts';
import { safeText } from '../http/redact.ts';
import {
  failureMessage,
  type JsonObject,
  jsonObject,
  requestIdOf,
  retryTime,
  unreadable,
} from '../http/response-errors.ts';
import { type ApiErrors, apiErrors } from './contract.ts';

/** Further errors are only counted. */
const mostShown = 5;

type Response = Pick<TextResponse, 'status' | 'headers' | 'receivedAt'>;

/**
 * Converts the refusal of an endpoint to a ServiceError: the first error determines the meaning, and the message
 * includes all.
 */
export function apiFailure(response: TextResponse, context: ApiContext): ServiceError {
  const body = jsonObject(response.text);
  const failure = body && listedFailure(response, body, context);
  if (failure) return failure;
  if (body && isOfVersion2(body)) return ofVersion2(response, body, context);
  return unreadable(response, context.secrets, textOfStatus(response.status, ownTexts()));
}

/** The failure in a body with a list of errors, whatever the status; undefined if it has none. */
export function listedFailure(response: Response, body: JsonObject, context: ApiContext): ServiceError | undefined {
  // A copy of the list, because the body is read again.
  const list: unknown = Array.isArray(body.errors) ? [...(body.errors as unknown[])] : undefined;
  const parsed = parseWithoutOdd(apiErrors, { ...body, errors: list }, schemaErrorMessage);
  if ('error' in parsed) return undefined;
  const { errors } = parsed.data;
  const [first] = errors;
  if (!first) return undefined;
  const { status, headers } = response;
  const { secrets, permission } = context;
  const requestId = requestIdOf(headers) ?? requestIdIn(errors);
  const name = { type: first.type ?? first.code?.toUpperCase() ?? '', code: first.code ?? undefined };
  const resolution = first.resolution?.type ?? undefined;
  const known = isEmptyStore(response, first.code ?? undefined, context)
    ? emptyStore(context)
    : textOfError(status, { ...name, resolution }, ownTexts());
  const said = errors.slice(0, mostShown).map((error, index) => saidOf(error, index > 0));
  if (errors.length > mostShown) said.push(t('and {0} more', errors.length - mostShown));
  said.push(...problemsIn(parsed.odd));
  const marks = [nameOf(first), `HTTP ${status}`]
    .filter((mark) => mark !== '')
    .map((mark) => safeText(mark, secrets, 160));
  return new ServiceError(failureMessage(known.what, marks, safeText(said.join(' · '), secrets, 600)), {
    kind: 'api',
    turn: known.turn,
    nextStep: status === 403 && permission !== undefined ? grantStep(permission) : known.nextStep,
    status,
    type: first.type ? safeText(first.type, secrets, 80) : undefined,
    code: first.code ? safeText(first.code, secrets, 80) : undefined,
    requestId: requestId === undefined ? undefined : plainText(requestId, 80),
    ...retryTime({ ...response, text: '' }),
    remedy: known.remedy,
    isEmpty: known.isEmpty,
    sent: true,
  });
}

type ListedError = ApiErrors['errors'][number];

function requestIdIn(errors: readonly ListedError[]): string | undefined {
  return errors.map(({ meta }) => meta?.debug?.requestId ?? undefined).find((id) => id !== undefined && id !== '');
}

function nameOf({ type, code }: ListedError): string {
  return [type, code].filter((part) => part).join(':');
}

/** @param isNamed whether to include the error's name; the first error is already named at the start */
function saidOf(error: ListedError, isNamed: boolean): string {
  const text = error.detail ?? error.title ?? error.suggestedUserMessage ?? '';
  return [isNamed ? nameOf(error) : '', text].filter((part) => part !== '').join(': ');
}

/** An empty signal although vehicle and path exist: version 3 itself says so, in a list of errors. */
function isEmptyStore({ status }: Response, code: string | undefined, { operation }: ApiContext): boolean {
  const isSignal = operation === 'nominal-capacity' || operation === 'charge-records' || operation === 'signals';
  return status === 404 && isSignal && code !== 'VEHICLE_NOT_FOUND' && code !== 'INVALID_PATH';
}

function isOfVersion2(body: JsonObject): boolean {
  return typeof body.type === 'string' && (typeof body.statusCode === 'number' || typeof body.description === 'string');
}

/** The base addresses of both versions are easily confused. */
function ofVersion2(response: TextResponse, { type, description }: JsonObject, { secrets }: ApiContext): ServiceError {
  const { status, headers } = response;
  const what = t('The API answered in the form of version 2.0');
  const said = typeof description === 'string' ? safeText(description, secrets) : '';
  return new ServiceError(failureMessage(what, [safeText(String(type), secrets, 80), `HTTP ${status}`], said), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Check baseUrl in the vehicleData.environments setting: each version has an address of its own.'),
    status,
    requestId: requestIdOf(headers),
    ...retryTime(response),
    remedy: 'edit-environment',
    sent: true,
  });
}

/** What a signal without a value says about itself inside status 200. */
export function signalFailure(
  response: Response,
  what: ErrorText,
  marks: readonly string[],
  said: string,
  more: { readonly type?: string | undefined; readonly code?: string | undefined },
): ServiceError {
  return new ServiceError(failureMessage(what.what, marks, said), {
    kind: 'api',
    turn: what.turn,
    nextStep: what.nextStep,
    status: response.status,
    ...more,
    requestId: requestIdOf(response.headers),
    remedy: what.remedy,
    isEmpty: what.isEmpty,
    sent: true,
  });
}

/** Types are those of version 2.0; codes that version 3 adds are reported by third parties. */
export function ownTexts(): OwnTexts {
  return {
    byName: new Map([
      [
        'AUTHENTICATION',
        text(
          'developer',
          t('The application’s access token was rejected'),
          t('Check apiClientId and its secret in the vehicleData.environments setting.'),
          'edit-environment',
        ),
      ],
      ['RESOURCE_NOT_FOUND:INVALID_PATH', text('developer', t('API version 3 has no such address'), checkBaseUrl())],
      [
        'RESOURCE_NOT_FOUND:VEHICLE_NOT_FOUND',
        text(
          'reconnect',
          t('The application is not connected to this vehicle'),
          t('Connect again and include this vehicle.'),
        ),
      ],
    ]),
  };
}

/**
 * Reported, but not stated by the vendor: signals are read from a store that webhooks fill. An empty store says nothing
 * about the vehicle.
 */
export const emptyStore = ({ environment }: Pick<ApiContext, 'environment'> = {}): ErrorText => {
  const what = t('API version 3 has nothing stored for this signal');
  const next = environment?.canSubscribe
    ? t('Reportedly it stores signals only of vehicles with a webhook subscription. Subscribe the sandbox’s vehicles.')
    : t(
        'Reportedly it stores signals only of vehicles with a webhook subscription. Add one in the dashboard, then try again.',
      );
  return { ...text('developer', what, next, environment?.canSubscribe ? 'subscribe' : 'retry'), isEmpty: true };
};

/** A signal with neither a value nor a reason. */
export const unavailable = (): ErrorText =>
  text('retry', t('The signal has no value for this vehicle'), t('Try again later.'));
