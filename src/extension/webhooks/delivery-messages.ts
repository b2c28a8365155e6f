import { isJson } from '../../common/text/json-text.ts';
import { t } from '../../common/translate.ts';
import type { Delivery } from '../../sandbox/control/contract.ts';
import { explainSignature, isRight, type KnownKey, originText } from '../../service/webhooks/explain-signature.ts';
import { sign, signatureHeader } from '../../service/webhooks/signature.ts';
import { comment, type HttpMessage, messageLines } from '../requests/details.ts';
import { durationText, type RequestWording } from '../requests/presentation.ts';
import { sentAddress, withoutSecret } from '../requests/redact.ts';
import type { SentRequest, SentText } from '../requests/sent-request.ts';
import { eventName, statusText } from './webhook-lines.ts';

export type Attempt = Delivery['attempts'][number];

/** A delivery as a document: each attempt with what was sent and what the receiver answered. */
export function deliveryDetails(
  { notes: found = [], ...delivery }: Delivery & { readonly notes?: readonly string[] },
  wording: RequestWording,
): string {
  const { eventId, vehicleId, attempts } = delivery;
  const vehicle = vehicleId === null ? [] : [t('Vehicle: {0}', wording.vehicle(vehicleId, undefined) ?? vehicleId)];
  const notes = [`${eventName(delivery)} · ${statusText(delivery)}`, ...vehicle, t('Event ID: {0}', eventId), ...found];
  return [
    ...notes.map(comment),
    '',
    // The last one is what people look for.
    ...attempts.flatMap((attempt, index) => attemptLines(attempt, index + 1, wording)).slice(0, -1),
    '',
  ].join('\n');
}

function attemptLines(attempt: Attempt, number: number, wording: RequestWording): readonly string[] {
  const { deliveryId, at, answer, fault, base64, text } = attempt;
  const took = answer ? ` · ${durationText(answer.durationMs, wording.number)}` : '';
  const isForgotten = text === '' && base64 === undefined;
  return [
    `# ${t('Attempt {0}', number)} · ${wording.time(Date.parse(at))}${took}`,
    ...(deliveryId === '' ? [] : [comment(t('Delivery ID: {0}', deliveryId))]),
    ...(fault === null ? [] : [`# ${t('A fault of the sandbox changed it.')}`]),
    ...(base64 === undefined ? [] : [`# ${t('The body is not UTF-8. As Base64: {0}', base64)}`]),
    ...(isForgotten || base64 !== undefined || isJson(text) ? [] : [`# ${t('The body is not JSON.')}`]),
    ...(isForgotten ? [`# ${t('The bodies of old deliveries are not kept.')}`] : []),
    ...(answer?.problem ? [comment(t('No complete answer: {0}', answer.problem))] : []),
    ...messageLines(messageOf(attempt)),
    '',
  ];
}

/** An attempt in the form of a request of this extension. */
export function messageOf({ uri, headers, text, answer }: Attempt): HttpMessage {
  const bytes = answer ? Buffer.byteLength(answer.text) : 0;
  return {
    ...sentRequest(uri, headers, text),
    status: answer?.status ?? undefined,
    responseHeaders: answer ? shownHeaders(answer.headers) : undefined,
    responseBody:
      answer && answer.text !== '' ? { text: answer.text, isCut: answer.problem === 'too long' } : undefined,
    bytes,
  };
}

/** A receiver may set cookies, a tunnel adds keys of its own, and an address may hold a token. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const isSignature = (name: string) => name.toLowerCase() === signatureHeader.toLowerCase();
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSignature(name) ? value : withoutSecret(name, value)]),
  );
}

function sentRequest(uri: string, headers: Readonly<Record<string, string>>, text: string): SentRequest {
  const requestHeaders = Object.fromEntries(
    Object.entries(shownHeaders(headers)).map(([name, value]): [string, SentText] => [name, [value]]),
  );
  return { method: 'POST', ...sentAddress(uri, []), requestHeaders, requestBody: [[text]] };
}

/** Says how a signature came about, and which one is right if it isn't. */
export function signatureNotes(body: Uint8Array, signature: string, keys: readonly KnownKey[]): readonly string[] {
  const origin = explainSignature(body, signature, keys);
  const token = keys.find(({ role }) => role === 'token');
  const isWrong = token && !(origin && isRight(origin));
  return [originText(origin), ...(isWrong ? [t('Correct signature: {0}', sign(token.value, body))] : [])];
}

/** How the signature of an attempt came about, or why it has none. Undefined if its body is not kept. */
export function attemptNotes(
  { eventType }: Pick<Delivery, 'eventType'>,
  { headers, text, base64 }: Attempt,
  keys: readonly KnownKey[],
): readonly string[] | undefined {
  if (text === '' && base64 === undefined) return undefined;
  const [, signature] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === signatureHeader.toLowerCase()) ?? [];
  const body = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
  if (signature !== undefined) return signatureNotes(body, signature, keys);
  return eventType === 'VERIFY'
    ? [t('VERIFY has no valid signature. Receivers answer with the signature of its challenge.')]
    : [t('It was sent without a signature. Receivers have to refuse it.')];
}
