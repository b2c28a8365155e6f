import { t } from '../../common/translate.ts';
import { publicly, reported } from '../../service/model/basis.ts';
import {
  type EventBody,
  eventBytes,
  stateEvent,
  verifyEvent,
  version2VerifyEvent,
} from '../../service/webhooks/events.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { verifyFaultText, judgeVerifyAnswer } from '../../service/webhooks/explain-signature.ts';
import type { Finding, Receiver, SampleEvents } from '../receiver.ts';
import type { ReceiverRule } from './rule.ts';

const webhookId = '00000000-0000-4000-8000-000000000000';

export const verifyRules: readonly ReceiverRule[] = [
  {
    id: 'verify',
    source: publicly(
      'verify',
      'VERIFY needs status 200, JSON, and the hash of the challenge; it is not validly signed',
    ),
    title: () => t('Answers VERIFY, which is not signed'),
    isAlone: true,
    run: async (receiver, events) => {
      const challenges = [`challenge_${receiver.options.newId()}`, receiver.options.newId().slice(0, 16)];
      const found: Finding[] = [];
      for (const challenge of challenges) {
        found.push(...(await judged(receiver, verifyEvent(events.source(), challenge), challenge)));
      }
      return found;
    },
  },
  {
    id: 'verify-2.0',
    severity: 'warning',
    source: publicly('verify', 'Webhooks of version 2.0, which are deprecated, have another VERIFY'),
    title: () => t('Answers VERIFY of version 2.0'),
    isAlone: true,
    run: (receiver) => {
      const challenge = receiver.options.newId();
      return judged(receiver, version2VerifyEvent({ webhookId }, challenge), challenge);
    },
  },
  {
    id: 'challenge-form',
    source: reported(
      'webhooks',
      'An answer to a challenge is a signature: a receiver that answers any text signs forged events',
    ),
    title: () => t('Refuses malformed challenges'),
    isAlone: true,
    run: malformedChallenges,
  },
];

async function judged(receiver: Receiver, event: EventBody, challenge: string): Promise<readonly Finding[]> {
  const { answer, text } = await receiver.deliver(event, { signature: null });
  const sent = t('VERIFY with the challenge {0}', challenge);
  if (!answer) return [{ sent, received: text, fix: t('Answer VERIFY at once, before any other work.') }];
  const { status, headers, body } = answer;
  const type = headers['content-type'];
  const contentType = typeof type === 'string' ? type : undefined;
  const { fault } = judgeVerifyAnswer(challenge, receiver.options.keys, { status, contentType, body });
  receiver.hasToken ||= !fault;
  return fault ? [{ sent, received: text, fix: verifyFaultText(fault) }] : [];
}

async function malformedChallenges(receiver: Receiver, events: SampleEvents): Promise<readonly Finding[]> {
  const texts = [
    { sent: t('VERIFY with an event as challenge'), challenge: eventBytes(stateEvent(events.state())).toString() },
    { sent: t('VERIFY with a challenge of 10,000 characters'), challenge: 'a'.repeat(10_000) },
    { sent: t('VERIFY with an empty challenge'), challenge: '' },
  ];
  const found: Finding[] = [];
  for (const { sent, challenge } of texts) {
    for (const event of [verifyEvent(events.source(), challenge), version2VerifyEvent({ webhookId }, challenge)]) {
      const { answer, text } = await receiver.deliver(event, { signature: null });
      const hash = sign(receiver.token, challenge);
      if (answer && !Buffer.from(answer.body).toString('utf8').toLowerCase().includes(hash)) continue;
      const fix = t('Answer only challenges of the form [A-Za-z0-9_-], at most 128 long. Refuse others with 400.');
      found.push({ sent, received: text, fix });
      break;
    }
  }
  for (const challenge of [undefined, null, 7, { a: 1 }]) {
    const { answer, text } = await receiver.deliver(verifyEvent(events.source(), challenge), { signature: null });
    if (answer && answer.status >= 400 && answer.status < 500) continue;
    const json = JSON.stringify(challenge);
    const sent = json === undefined ? t('VERIFY without a challenge') : t('VERIFY with the challenge {0}', json);
    found.push({ sent, received: text, fix: t('Check that the challenge is a string. Refuse others with 400.') });
  }
  return found;
}
