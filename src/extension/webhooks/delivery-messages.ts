import { indentedJson, isJson } from '../../common/text/json-text.ts';
import { escapeMarkdown, markdownCode, markdownFold, plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { Delivery } from '../../sandbox/control/contract.ts';
import { explainSignature, isRight, type KnownKey, originText } from '../../service/webhooks/explain-signature.ts';
import { sign, signatureHeader } from '../../service/webhooks/signature.ts';
import { type HttpMessage, messageLines } from '../requests/details.ts';
import { durationText, type RequestWording } from '../requests/presentation.ts';
import { sentAddress, withoutSecret } from '../requests/redact.ts';
import type { SentRequest, SentText } from '../requests/sent-request.ts';
import { eventName, statusText } from './webhook-lines.ts';

export type Attempt = Delivery['attempts'][number];

/**
 * A delivery as Markdown: the verdict and its reason, the event, and each attempt with what was sent and answered.
 *
 * @param delivery `report` says how its last signature came about, in Markdown
 */
export function deliveryReport(delivery: Delivery & { readonly report?: string }, wording: RequestWording): string {
  const { eventId, vehicleId, attempts, report } = delivery;
  const last = attempts.at(-1);
  const answer =
    last && (last.answer?.problem ?? (last.answer?.status ? `HTTP ${last.answer.status}` : t('no answer yet')));
  const verdict = [eventName(delivery), statusText(delivery), ...(answer === undefined ? [] : [answer])].join(' · ');
  const vehicle = vehicleId === null ? [] : [t('Vehicle: {0}', wording.vehicle(vehicleId, undefined) ?? vehicleId)];
  const about = [...vehicle, t('Event ID: {0}', eventId)].map((line) => `- ${escapeMarkdown(plainText(line))}`);
  const rules = receiverRules().map((rule) => `- ${escapeMarkdown(rule)}`);
  return [
    `# ${escapeMarkdown(plainText(verdict))}`,
    ...(report === undefined ? [] : [report]),
    about.join('\n'),
    ...(last ? [`## ${t('Event')}`, ...bodyOf(last)] : []),
    ...attempts.flatMap((attempt, index) => attemptReport(attempt, index + 1, wording)),
    markdownFold(t('What a receiver has to do'), rules.join('\n')),
    '',
  ].join('\n\n');
}

/** The body, formatted, or why it isn't. */
function bodyOf({ text, base64 }: Attempt): readonly string[] {
  if (base64 !== undefined) return [t('The body is not UTF-8. As Base64:'), markdownCode(base64)];
  if (text === '') return [t('The bodies of old deliveries are not kept.')];
  return isJson(text) ? [markdownCode(indentedJson(text), 'json')] : [t('The body is not JSON.')];
}

function attemptReport(attempt: Attempt, number: number, wording: RequestWording): readonly string[] {
  const { deliveryId, at, answer, fault } = attempt;
  const took = answer ? ` · ${durationText(answer.durationMs, wording.number)}` : '';
  const lines = [
    ...(deliveryId === '' ? [] : [t('Delivery ID: {0}', deliveryId)]),
    ...(fault === null ? [] : [t('A fault of the sandbox changed it.')]),
    ...(answer?.problem ? [t('No complete answer: {0}', answer.problem)] : []),
  ];
  return [
    `## ${t('Attempt {0}', number)} · ${escapeMarkdown(wording.time(Date.parse(at)) + took)}`,
    ...lines.map((line) => escapeMarkdown(plainText(line))),
    markdownCode(messageLines(messageOf(attempt)).join('\n'), 'http'),
  ];
}

/** As the service documents them (public: webhooks). */
function receiverRules(): readonly string[] {
  return [
    t(
      'The signature is the HMAC SHA-256 of the exact bytes of the body, in lower-case hex, with the management token as its key. Compare it in constant time, before you parse the body.',
    ),
    t('Answer 200 within 15 seconds. Otherwise, the event is sent again after 25, 50 and 100 seconds.'),
    t('An event can come more than once, under the same event ID and a new delivery ID.'),
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

/** Says how a signature came about, and compares it with the right one if it isn't. Markdown. */
export function signatureReport(body: Uint8Array, signature: string, keys: readonly KnownKey[]): string {
  const origin = explainSignature(body, signature, keys);
  const token = keys.find(({ role }) => role === 'token');
  const said = escapeMarkdown(originText(origin));
  if (!token || (origin && isRight(origin))) return said;
  const [received, right] = [plainText(signature, 200), sign(token.value, body)];
  const labels = [t('Received'), t('Correct')];
  const width = Math.max(...labels.map(({ length }) => length)) + 2;
  const same = [...right].findIndex((digit, index) => digit !== received[index]);
  const lines = [received, right].map((text, index) => `${labels[index]?.padEnd(width)}${text}`);
  const mark = `${' '.repeat(width + (same < 0 ? right.length : same))}↑`;
  return [said, markdownCode([...lines, mark].join('\n'))].join('\n\n');
}

/** How the signature of an attempt came about, or why it has none; Markdown. Undefined if its body is not kept. */
export function attemptReasons(
  { eventType }: Pick<Delivery, 'eventType'>,
  { headers, text, base64 }: Attempt,
  keys: readonly KnownKey[],
): string | undefined {
  if (text === '' && base64 === undefined) return undefined;
  const [, signature] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === signatureHeader.toLowerCase()) ?? [];
  const body = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
  if (signature !== undefined) return signatureReport(body, signature, keys);
  return eventType === 'VERIFY'
    ? t('VERIFY has no valid signature. Receivers answer with the signature of its challenge.')
    : t('It was sent without a signature. Receivers have to refuse it.');
}
