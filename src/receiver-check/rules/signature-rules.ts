import { createHmac } from 'node:crypto';
import { t } from '../../common/translate.ts';
import { assumed, publicly } from '../../service/model/basis.ts';
import { documentedForms, newestForms, oldestForms } from '../../service/webhooks/event-forms.ts';
import { adviceOnStatus } from '../../service/webhooks/explain-signature.ts';
import { enlarged, errorEvent, eventBytes, stateEvent } from '../../service/webhooks/events.ts';
import { sign, signatureHeader } from '../../service/webhooks/signature.ts';
import type { Received, Receiver, SampleEvents } from '../receiver.ts';
import type { ReceiverRule } from './rule.ts';

const security = 'best practices: security';
const refused = publicly(security, 'An event whose signature is wrong is refused with 401');

export const signatureRules: readonly ReceiverRule[] = [
  {
    id: 'signed-event',
    source: publicly('delivery behavior', 'A delivery has succeeded with any status 2xx; any other leads to a retry'),
    title: () => t('Accepts a signed VEHICLE_STATE event'),
    isAlone: true,
    run: async (receiver, events) => {
      const received = await findForm(receiver, events);
      if (received.isAccepted) return [];
      const { answer, text } = received;
      const fix =
        adviceOnStatus(answer?.status) ??
        (answer === undefined
          ? t('Answer every event. The receiver’s log says why it didn’t.')
          : receiver.hasToken
            ? t(
                'Sign the raw bytes of the body with the token (HMAC-SHA256, hexadecimal). VERIFY shows that it is the right one.',
              )
            : t(
                'Sign the raw bytes of the body with the token (HMAC-SHA256, hexadecimal). Is the token the right one?',
              ));
      return [{ sent: t('a signed VEHICLE_STATE event'), received: text, fix }];
    },
  },
  {
    id: 'status-200',
    severity: 'warning',
    source: publicly('webhook receiver', 'An older page counts only status 200 as success'),
    title: () => t('Answers events with status 200'),
    run: async (receiver, events) => {
      const { answer, text } = await receiver.deliver(stateEvent(events.state(), receiver.forms));
      if (answer?.status === 200) return [];
      return [{ sent: t('a signed VEHICLE_STATE event'), received: text, fix: t('Answer with status 200.') }];
    },
  },
  {
    id: 'tampered-body',
    source: refused,
    title: () => t('Refuses an event that was changed'),
    refuses: (receiver, events) => {
      const sent = eventBytes(stateEvent(events.state(78), receiver.forms));
      const event = Buffer.from(sent.toString().replace('"value":78', '"value":79'));
      const delivery = { signature: sign(receiver.token, sent) };
      return [{ sent: t('an event with the signature of another'), event, delivery }];
    },
    fix: () => t('Verify the signature of each event. Refuse it with 401 if that is wrong.'),
  },
  {
    id: 'no-signature',
    source: refused,
    title: () => t('Refuses an event without a signature'),
    refuses: (receiver, events) => {
      const event = () => stateEvent(events.state(), receiver.forms);
      return [
        { sent: t('an event without {0}', signatureHeader), event: event(), delivery: { signature: null } },
        { sent: t('an event with an empty {0}', signatureHeader), event: event(), delivery: { signature: '' } },
        {
          sent: t('a VEHICLE_ERROR event without {0}', signatureHeader),
          event: errorEvent(events.error(), receiver.forms),
          delivery: { signature: null },
        },
      ];
    },
    fix: () => t('Refuse events without a signature with 401.'),
  },
  {
    id: 'whole-signature',
    source: refused,
    title: () => t('Compares the whole signature'),
    refuses: (receiver, events) => {
      const signed = (sent: string, change: (right: string, other: string) => string) => {
        const event = eventBytes(stateEvent(events.state(), receiver.forms));
        const signature = change(sign(receiver.token, event), sign(receiver.options.newId(), event));
        return { sent, event, delivery: { signature } };
      };
      return [
        signed(t('an event with the first digits of its signature'), (right) => right.slice(0, 8)),
        signed(
          t('an event whose signature is right only in its first half'),
          (right, other) => right.slice(0, 32) + other.slice(32),
        ),
        signed(
          t('an event whose signature is right only in its second half'),
          (right, other) => other.slice(0, 32) + right.slice(32),
        ),
        signed(t('an event with more digits after its signature'), (right, other) => right + other),
      ];
    },
    fix: () => t('Compare all 64 digits, in constant time.'),
  },
  {
    id: 'base64-signature',
    source: publicly(security, 'A signature is hexadecimal'),
    title: () => t('Refuses a signature in Base64'),
    refuses: (receiver, events) => {
      const event = eventBytes(stateEvent(events.state(), receiver.forms));
      const signature = createHmac('sha256', receiver.token).update(event).digest('base64');
      return [{ sent: t('an event with its signature in Base64'), event, delivery: { signature } }];
    },
    fix: () => t('Compare with the hexadecimal signature only.'),
  },
  {
    id: 'other-token',
    source: refused,
    title: () => t('Refuses the signature of another token'),
    refuses: (receiver, events) => {
      const event = () => stateEvent(events.state(), receiver.forms);
      return [
        {
          sent: t('an event signed with an unknown token'),
          event: event(),
          delivery: { token: receiver.options.newId() },
        },
        { sent: t('an event signed without a token'), event: event(), delivery: { token: '' } },
      ];
    },
    fix: () => t('Accept only signatures of the application’s own token.'),
  },
  {
    id: 'raw-body',
    source: publicly(security, 'The signature is that of the raw body; which bytes the service sends is not shown'),
    title: () => t('Verifies the raw bytes of the body'),
    accepts: (receiver, events) => {
      const event = () => eventBytes(stateEvent(events.state(78), receiver.forms)).toString();
      const value = (written: string) => event().replace('"value":78', `"value":${written}`);
      const name = (written: string) => event().replaceAll('BMW', written);
      const cases = [
        { sent: t('an event with {0} in it', '78.0'), text: value('78.0') },
        { sent: t('an event with {0} in it', '1e2'), text: value('1e2') },
        { sent: t('an event with {0} in it', '12345678901234567890'), text: value('12345678901234567890') },
        { sent: t('an event with {0} in it', '\\u00e9'), text: name('Citro\\u00e9n') },
        { sent: t('an event with {0} in it', '\\/'), text: name('a\\/b') },
        { sent: t('an event with {0} in it', 'ü ≠ 🚗'), text: name('ü ≠ 🚗') },
        { sent: t('an event with spaces and line breaks'), text: JSON.stringify(JSON.parse(event()), undefined, 2) },
        { sent: t('an event with a line break at its end'), text: `${event()}\n` },
      ];
      return cases.map(({ sent, text }) => ({ sent, event: Buffer.from(text) }));
    },
    fix: () => t('Sign the bytes as they came, before a parser reads them. JSON that is written again differs.'),
  },
  {
    id: 'header-case',
    source: publicly(
      'RFC 9110, section 5.1',
      'Names of headers have no case; HTTP/2 and proxies write them in lower case',
    ),
    title: () => t('Reads the SC-Signature header in any case'),
    accepts: (receiver, events) => {
      const names = [signatureHeader, signatureHeader.toLowerCase(), signatureHeader.toUpperCase()];
      return names.map((header) => {
        return {
          sent: t('an event with {0}', header),
          event: stateEvent(events.state(), receiver.forms),
          delivery: { header },
        };
      });
    },
    fix: () => t('Look up the header regardless of its case.'),
  },
  {
    id: 'token-rotation',
    source: publicly('security', 'To replace the token, accept both, switch, and drop the old one'),
    title: () => t('Accepts both tokens while one replaces the other'),
    accepts: (receiver, events) => {
      const { token, olderToken: older } = receiver;
      if (older === undefined)
        return { undecided: t('Set both tokens, separated by a comma, in the check and in the receiver.') };
      const event = () => stateEvent(events.state(), receiver.forms);
      return [
        { sent: t('an event signed with the token'), event: event(), delivery: { token } },
        { sent: t('an event signed with the older token'), event: event(), delivery: { token: older } },
      ];
    },
    fix: () => t('Try each of the tokens before you refuse an event.'),
  },
  {
    id: 'large-event',
    source: publicly('delivery behavior', 'An event has at most 50 KB'),
    title: () => t('Accepts an event of 50 KB'),
    accepts: (receiver, events) => {
      const event = enlarged(eventBytes(stateEvent(events.state(), receiver.forms)));
      return [{ sent: t('an event of {0} bytes', event.length), event }];
    },
    fix: () => t('Raise the limit of the body to at least 50 KB, and read it to its end.'),
  },
  {
    id: 'ten-at-once',
    source: assumed('Events of several vehicles come at the same time'),
    title: () => t('Accepts ten events at once'),
    run: async (receiver, events) => {
      // Of one time, because they arrive in any order, which is for another rule.
      const { signals } = events.state();
      const sent = Array.from({ length: 10 }, () => stateEvent({ ...events.state(), signals }, receiver.forms));
      const received = await Promise.all(sent.map((event) => receiver.deliver(event)));
      const refusedOnes = received.filter(({ isAccepted }) => !isAccepted);
      const [first] = refusedOnes;
      if (!first) return [];
      const fix = t('Take several events at the same time; queue the work that they cause.');
      return [
        { sent: t('ten events at once'), received: t('{0} not accepted; {1}', refusedOnes.length, first.text), fix },
      ];
    },
  },
];

/** Sends an event in each of its forms until one is accepted, which other rules use from then on. */
async function findForm(receiver: Receiver, events: SampleEvents): Promise<Received> {
  const [newest, ...others] = [newestForms, documentedForms, oldestForms] as const;
  const first = await receiver.deliver(stateEvent(events.state(), newest));
  if (first.isAccepted) return first;
  for (const forms of others) {
    const received = await receiver.deliver(stateEvent(events.state(), forms));
    if (!received.isAccepted) continue;
    receiver.forms = forms;
    return received;
  }
  return first;
}
