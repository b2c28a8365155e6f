import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import type { Delivery } from '../../sandbox/control/contract.ts';
import { explainSignature, type KnownKey, signingTokens } from '../../service/webhooks/explain-signature.ts';
import { challengeAnswer, isChallenge, isSignedBy } from '../../service/webhooks/signature.ts';
import { originText } from '../../service/webhooks/signature-texts.ts';

/** How a request is answered, and what is known of it. */
export interface Judged extends Pick<Delivery, 'eventId' | 'eventType' | 'vehicleId'> {
  readonly status: 200 | 400 | 401;
  readonly answer: object;
  /** About the signature or the challenge. For people. */
  readonly note: string;
}

/**
 * Judges a body as a receiver has to: VERIFY first, because it has no valid signature, and only for challenges of the
 * usual form, because an answer is a signature; then the signature.
 *
 * @param keys the token that signs, first
 */
export function judgeEvent(body: Buffer, signature: string | undefined, keys: readonly KnownKey[]): Judged {
  const tokens = signingTokens(keys);
  const event = parsed(body);
  const about = { eventId: textAt(event, 'eventId') ?? '', vehicleId: vehicleOf(event) };
  const challenge = challengeOf(event);
  if (challenge !== undefined) {
    const eventType = 'VERIFY' as const;
    const [token = ''] = tokens;
    if (isChallenge(challenge))
      return {
        ...about,
        eventType,
        status: 200,
        answer: challengeAnswer(token, challenge),
        note: t('The challenge was answered.'),
      };
    const note = t('The challenge has an unusual form. Answering it would sign someone else’s text.');
    return { ...about, eventType, status: 400, answer: { error: 'not a challenge' }, note };
  }
  const type = textAt(event, 'eventType');
  const eventType = type === 'VEHICLE_STATE' || type === 'VEHICLE_ERROR' ? type : 'OTHER';
  const isSigned = isSignedBy(tokens, body, signature);
  const note =
    signature === undefined ? t('It has no signature.') : originText(explainSignature(body, signature, keys));
  return isSigned
    ? { ...about, eventType, status: 200, answer: {}, note }
    : { ...about, eventType, status: 401, answer: { error: 'not signed' }, note };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Undefined if the event is no challenge; of version 4.0 and 2.0. */
function challengeOf(event: Readonly<Record<string, unknown>>): unknown {
  if (event.eventType === 'VERIFY') return (isRecord(event.data) ? event.data.challenge : undefined) ?? null;
  if (event.eventName === 'verify') return (isRecord(event.payload) ? event.payload.challenge : undefined) ?? null;
  return undefined;
}

function vehicleOf(event: Readonly<Record<string, unknown>>): string | null {
  const vehicle = isRecord(event.data) ? event.data.vehicle : undefined;
  return textAt(vehicle, 'id') ?? textAt(event, 'vehicleId') ?? null;
}
