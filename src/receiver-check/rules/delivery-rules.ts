import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../../common/translate.ts';
import { publicly } from '../../service/model/basis.ts';
import { errorEvent, stateEvent } from '../../service/webhooks/events.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { type Finding, handledHeader, type Received, type Receiver, type SampleEvents } from '../receiver.ts';
import type { ReceiverRule, Undecided } from './rule.ts';

const delivery = 'delivery behavior';
const atLeastOnce = publicly(delivery, 'Each event is delivered at least once; an attempt has its own deliveryId');

export const deliveryRules: readonly ReceiverRule[] = [
  {
    id: 'repeated-event',
    source: atLeastOnce,
    title: () => t('Accepts an event that it has already'),
    accepts: (receiver, events) => {
      const event = events.state();
      return [
        { sent: t('an event'), event: stateEvent(event, receiver.forms) },
        { sent: t('the same event in another delivery'), event: stateEvent(events.again(event), receiver.forms) },
      ];
    },
    fix: () => t('Answer 200 to an event that you have already. Other answers lead to more attempts.'),
  },
  {
    id: 'handled-once',
    source: atLeastOnce,
    title: () => t('Handles an event once, however often it comes'),
    run: handledOnce,
  },
  {
    id: 'verify-first',
    source: publicly(
      'best practices: security',
      'An event whose signature is wrong is refused, and nothing else is done',
    ),
    title: () => t('Handles no event that it refuses'),
    run: async (receiver, events) => {
      const event = events.state();
      const forged = stateEvent(event, receiver.forms);
      const received = await receiver.deliver(forged, { token: receiver.options.newId() });
      const times = await handledTimes(receiver, events, event.eventId, [received]);
      if (typeof times !== 'number') return times;
      const fix = t('Verify the signature before you do anything else with an event.');
      const sent = t('an event signed with an unknown token');
      return times === 0 ? [] : [{ sent, received: t('handled, but answered with {0}', received.text), fix }];
    },
  },
  {
    id: 'odd-bodies',
    source: publicly('best practices: security', 'Anybody can send to a public address'),
    title: () => t('Survives bodies that aren’t events'),
    run: async (receiver) => {
      const found: Finding[] = [];
      for (const text of ['{"eventId":', '', 'null', '[]', '"text"']) {
        const body = Buffer.from(text);
        for (const signature of [null, sign(receiver.token, body)]) {
          const { answer, text: received } = await receiver.deliver(body, { signature });
          if (answer) continue;
          const shown = JSON.stringify(text);
          const sent = signature === null ? t('{0} without a signature', shown) : t('{0} with its signature', shown);
          found.push({ sent, received, fix: t('Answer 400 to anything that isn’t an event.') });
        }
      }
      return found;
    },
  },
  {
    id: 'retry',
    source: publicly(delivery, 'A delivery that fails is sent again 25, 75 and 175 seconds after the first attempt'),
    title: () => t('Takes an event whose first attempt failed'),
    run: retried,
  },
  {
    id: 'out-of-order',
    source: publicly(delivery, 'Events come in no order'),
    title: () => t('Accepts events out of order'),
    accepts: (receiver, events) => {
      const [older, newer] = [events.state(70), events.state(71)];
      const earlier = older.signals.map((signal) => ({ ...signal, updatedAt: signal.updatedAt - 3_600_000 }));
      return [
        { sent: t('an event'), event: stateEvent(newer, receiver.forms) },
        { sent: t('an event that is older'), event: stateEvent({ ...older, signals: earlier }, receiver.forms) },
      ];
    },
    fix: () => t('Answer 200 to older events too. Compare oemUpdatedAt before you store a value.'),
  },
  {
    id: 'state-and-error',
    source: publicly(delivery, 'VEHICLE_STATE and VEHICLE_ERROR of one vehicle may come at the same time'),
    title: () => t('Accepts VEHICLE_STATE and VEHICLE_ERROR at the same time'),
    run: async (receiver, events) => {
      const cases = [stateEvent(events.state(), receiver.forms), errorEvent(events.error(), receiver.forms)];
      const received = await Promise.all(cases.map((event) => receiver.deliver(event)));
      const refused = received.find(({ isAccepted }) => !isAccepted);
      if (!refused) return [];
      const fix = t('Take both at the same time; neither waits for the other.');
      return [{ sent: t('VEHICLE_STATE and VEHICLE_ERROR at the same time'), received: refused.text, fix }];
    },
  },
  // Last, because they look at all answers.
  {
    id: 'no-secrets',
    source: publicly('best practices: security', 'Only the application and the service know what signs an event'),
    title: () => t('Gives away neither the token nor the right signature'),
    isAlone: true,
    run: ({ deliveries, gaveAway }) => {
      if (gaveAway === undefined) return [];
      const fix = t('Leave them out of answers: anyone could have an event of their own signed.');
      return [{ sent: t('{0} deliveries', deliveries), received: gaveAway, fix }];
    },
  },
  {
    id: 'in-time',
    source: publicly(delivery, 'A delivery fails after 15 seconds'),
    title: () => t('Answers within 15 seconds'),
    isAlone: true,
    run: ({ deliveries, lateAnswers }) => {
      const received = t('{0} without an answer in time', lateAnswers);
      const fix = t('Answer first, then work: put events into a queue.');
      return lateAnswers === 0 ? [] : [{ sent: t('{0} deliveries', deliveries), received, fix }];
    },
  },
  {
    id: 'fast',
    severity: 'warning',
    source: publicly('reliability', 'Answer within 200 ms, and work afterwards'),
    title: () => t('Answers within a second'),
    isAlone: true,
    run: ({ deliveries, slowestMs, options: { fastMs } }) => {
      const received = t('the slowest answer after {0} ms', Math.round(slowestMs));
      const fix = t('Answer first, then work: put events into a queue.');
      return slowestMs <= fastMs ? [] : [{ sent: t('{0} deliveries', deliveries), received, fix }];
    },
  },
];

async function handledOnce(receiver: Receiver, events: SampleEvents): Promise<readonly Finding[] | Undecided> {
  const event = events.state();
  const first = await receiver.deliver(stateEvent(event, receiver.forms));
  const second = await receiver.deliver(stateEvent(events.again(event), receiver.forms));
  const times = await handledTimes(receiver, events, event.eventId, [first, second]);
  if (typeof times !== 'number') return times;
  if (times === 1) return [];
  const fix = t('Remember each eventId for 7 days, and do nothing if you have it already.');
  return [{ sent: t('an event in two deliveries'), received: t('handled {0} times', times), fix }];
}

async function retried(receiver: Receiver, events: SampleEvents): Promise<readonly Finding[] | Undecided> {
  const refused = events.state();
  await receiver.deliver(stateEvent(refused, receiver.forms), { token: receiver.options.newId() });
  const broken = events.state();
  await receiver.breakOff(stateEvent(broken, receiver.forms));
  const fix = t('Remember an eventId only once its event is accepted, and survive a connection that breaks.');
  const found: Finding[] = [];
  let notSeen: Undecided | undefined;
  for (const { sent, event } of [
    { sent: t('an event whose first attempt had a wrong signature'), event: refused },
    { sent: t('an event whose first attempt broke off'), event: broken },
  ]) {
    const received = await receiver.deliver(stateEvent(events.again(event), receiver.forms));
    if (!received.isAccepted) {
      found.push({ sent, received: received.text, fix });
      continue;
    }
    const times = await handledTimes(receiver, events, event.eventId, [received]);
    if (times === 0) found.push({ sent, received: t('handled {0} times', times), fix });
    else if (typeof times !== 'number') notSeen = times;
  }
  return found.length === 0 && notSeen ? notSeen : found;
}

/** How often a receiver may be asked while it works off its queue. */
const mostPauses = 100;

/** How often an event was handled: as the probe says, or the headers of the answers to its deliveries. */
async function handledTimes(
  receiver: Receiver,
  events: SampleEvents,
  eventId: string,
  deliveries: readonly Received[],
): Promise<number | Undecided> {
  const { probe, pauseMs, signal } = receiver.options;
  if (probe === undefined) {
    const otherwise = receiver.saysHandled ? 'false' : undefined;
    const said = deliveries.map(({ answer }) => answer?.headers[handledHeader] ?? otherwise);
    if (said.every((value) => value === 'true' || value === 'false')) {
      return said.filter((value) => value === 'true').length;
    }
    return { undecided: t('Not seen: set a probe URL, or answer with the header Event-Handled: true or false.') };
  }
  // Once a later event is handled, so is this one, as often as it ever will be.
  const later = events.state();
  await receiver.deliver(stateEvent(later, receiver.forms));
  for (let pause = 0; pause < mostPauses; pause += 1) {
    const seen = await ask(probe, later.eventId, receiver);
    if (typeof seen !== 'number') return seen;
    if (seen > 0) return ask(probe, eventId, receiver);
    await delay(pauseMs, undefined, { signal });
  }
  return {
    undecided: t('Not seen: the probe says of an accepted event that it was not handled within {0} seconds.', 10),
  };
}

async function ask(probe: string, eventId: string, receiver: Receiver): Promise<number | Undecided> {
  const answer = await receiver.ask(new URL(probe.replaceAll('{eventId}', encodeURIComponent(eventId))));
  if (/^\d{1,9}$/.test(answer)) return Number(answer);
  return { undecided: t('Not seen: the probe has to answer with a number, not with “{0}”.', answer.slice(0, 80)) };
}
