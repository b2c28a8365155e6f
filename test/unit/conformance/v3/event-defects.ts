import { hashOf } from '../../../conformance/v3/heard.ts';
import { answerOf, type Body } from '../altering.ts';
import type { Defect, Sent, Service } from '../broken-service.ts';

const isVerify = ({ text }: Sent) => text.includes('"eventType":"VERIFY"');
const tokenOf = ({ version3 }: Service) => version3.managementToken ?? '';
const pass: Defect['answer'] = (_, pass) => pass();

/** Deliveries that it concerns come otherwise, signed as they are then. */
function changesEvents(
  breaks: string,
  what: string,
  concerns: (delivery: Sent) => boolean,
  change: (event: Body) => Body | string,
): () => Defect {
  return () => ({
    breaks,
    what,
    answer: pass,
    deliver: (delivery, pass, service) => {
      if (!concerns(delivery)) return pass();
      const changed = change(JSON.parse(delivery.text) as Body);
      delivery.text = typeof changed === 'string' ? changed : JSON.stringify(changed);
      if (!isVerify(delivery)) delivery.headers['sc-signature'] = hashOf(tokenOf(service), delivery.text);
      return pass();
    },
  });
}

const isEvent = (delivery: Sent) => !isVerify(delivery);
const isState = ({ text }: Sent) => text.includes('"eventType":"VEHICLE_STATE"');
const isError = ({ text }: Sent) => text.includes('"eventType":"VEHICLE_ERROR"');
const dataOf = (event: Body) => event.data as Body;
const eachSignal = (event: Body, change: (signal: Body) => Body) => {
  const data = dataOf(event);
  return { ...event, data: { ...data, signals: (data.signals as Body[]).map(change) } };
};

export const eventDefects: readonly (() => Defect)[] = [
  changesEvents('v3.events.verify', 'challenges with a number', isVerify, (event) => ({
    ...event,
    data: { challenge: 7 },
  })),
  () => ({
    breaks: 'v3.events.verify',
    what: 'takes any answer to VERIFY',
    answer: pass,
    deliver: async (delivery, pass, service) => {
      const answer = await pass();
      if (!isVerify(delivery)) return answer;
      const { challenge } = dataOf(JSON.parse(delivery.text) as Body);
      return answerOf(200, { challenge: hashOf(tokenOf(service), String(challenge)) });
    },
  }),
  () => ({
    breaks: 'v3.events.unsigned',
    what: 'signs VERIFY',
    answer: pass,
    deliver: (delivery, pass, service) => {
      if (isVerify(delivery)) delivery.headers['sc-signature'] = hashOf(tokenOf(service), delivery.text);
      return pass();
    },
  }),
  () => ({
    breaks: 'v3.events.signature',
    what: 'signs in Base64',
    answer: pass,
    deliver: (delivery, pass) => {
      const signature = delivery.headers['sc-signature'];
      if (signature !== undefined) delivery.headers['sc-signature'] = Buffer.from(signature, 'hex').toString('base64');
      return pass();
    },
  }),
  changesEvents('v3.events.version', 'sends events of another version', isEvent, (event) => ({
    ...event,
    meta: { ...(event.meta as Body), version: '5.0' },
  })),
  changesEvents('v3.events.version', 'sends more than 50 KB', isState, (event) => ({
    ...event,
    more: 'x'.repeat(50_000),
  })),
  changesEvents('v3.events.triggers', 'has no triggers', isState, (event) => ({ ...event, triggers: [] })),
  changesEvents('v3.events.signal-times', 'has times as text', isState, (event) =>
    eachSignal(event, (signal) => ({ ...signal, meta: { oemUpdatedAt: '2026-11-27', retrievedAt: 1 } })),
  ),
  changesEvents('v3.events.attempts', 'repeats the delivery ID', isState, (event) => ({
    ...event,
    meta: { ...(event.meta as Body), deliveryId: 'one' },
  })),
  changesEvents('v3.events.first-delivery', 'begins with a signal', isState, (event) =>
    JSON.stringify(event).replaceAll('FIRST_DELIVERY', 'SIGNAL_UPDATED'),
  ),
  changesEvents('v3.events.state', 'names another vehicle', isState, (event) => {
    const data = dataOf(event);
    return { ...event, data: { ...data, vehicle: { ...(data.vehicle as Body), id: 'another' } } };
  }),
  changesEvents('v3.events.state', 'has signals without a group', isState, (event) =>
    eachSignal(event, ({ group: _, ...signal }) => signal),
  ),
  changesEvents('v3.events.error', 'never says that an error is over', isError, (event) =>
    JSON.stringify(event).replaceAll('"RESOLVED"', '"ERROR"'),
  ),
];
