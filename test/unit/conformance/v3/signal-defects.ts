import type { Answer } from '../../../conformance/http.ts';
import { changesAnswer, answerOf, type Body, withBody } from '../altering.ts';
import type { Defect, Passing } from '../broken-service.ts';
import {
  asError,
  bySignals,
  changesBodies,
  changesCharges,
  changesData,
  changesSignals,
  isSignal,
  isSignals,
} from './altering.ts';

const capacity = 'tractionbattery-nominalcapacity';
const plural = 'tractionbattery-nominalcapacities';

/** Signals are read for the owner who was last named rightly, where the request names none or another. */
function readsForAnyone(breaks: string, what: string, concerns: (request: Passing) => boolean): () => Defect {
  return () => {
    let owner: string | undefined;
    return {
      breaks,
      what,
      answer: async (request, pass) => {
        if (bySignals(request) && concerns(request) && owner !== undefined) request.headers['sc-user-id'] = owner;
        const answer = await pass();
        if (bySignals(request) && answer.status === 200) owner = request.headers['sc-user-id'];
        return answer;
      },
    };
  };
}

/** A signal that the owner has not allowed, in a list. */
const isForbidden = (request: Passing, { status, text }: Answer) =>
  isSignals(request) && status === 200 && text.includes('PERMISSION');

export const signalDefects: readonly (() => Defect)[] = [
  changesData('v3.signals.store', 'stores signals of every vehicle', isSignals, (data) =>
    (data as Body[]).length > 0
      ? data
      : [{ id: 'a-b', type: 'signal', attributes: { code: 'a-b', status: { value: 'SUCCESS' }, body: { value: 1 } } }],
  ),
  changesData('v3.signals.list', 'has signals by code', isSignals, (data) =>
    Object.fromEntries((data as Body[]).map((signal) => [String(signal.id), signal])),
  ),
  changesSignals('v3.signals.list', 'numbers signals', (_, signal) => ({ ...signal, id: '1' })),
  changesSignals('v3.signals.status', 'writes the status as text', (attributes, signal) => ({
    ...signal,
    attributes: { ...attributes, status: 'SUCCESS' },
  })),
  changesSignals('v3.signals.status', 'does not say why a signal failed', (attributes, signal) => ({
    ...signal,
    attributes: { ...attributes, status: { value: (attributes.status as Body).value } },
  })),
  changesSignals('v3.signals.times', 'writes local time', (_, signal) => ({
    ...signal,
    meta: { retrievedAt: '26.11.2026 12:00' },
  })),
  changesAnswer(
    'v3.signals.included',
    'leaves out the vehicle',
    (request, { status }) => isSignals(request) && status === 200,
    (answer) => withBody(answer, { ...(answer.json as Body), included: {} }),
  ),
  changesAnswer(
    'v3.signals.single',
    'wraps a single signal once more',
    (request, { status }) => isSignal(request) && status === 200,
    (answer) => withBody(answer, { signal: answer.json }),
  ),
  changesAnswer(
    'v3.signals.one',
    'answers with another signal',
    (request, { status }) => isSignal(request) && status === 200,
    (answer) => {
      const signal = answer.json as Body;
      return withBody(answer, { ...signal, attributes: { ...(signal.attributes as Body), code: 'another' } });
    },
  ),
  readsForAnyone('v3.signals.user-header', 'needs no sc-user-id', ({ headers }) => headers['sc-user-id'] === undefined),
  readsForAnyone('v3.signals.user-other', 'reads for anyone', ({ headers }) => headers['sc-user-id'] !== undefined),
  changesAnswer(
    'v3.signals.user-missing',
    'answers 401 without sc-user-id',
    (request, { status }) => bySignals(request) && status === 400,
    (answer) => asError(answer, 401, 'MISSING_PARAMETER'),
  ),
  changesAnswer(
    'v3.signals.not-stored',
    'answers 400 where a signal is not stored',
    (request, { status }) => isSignal(request) && request.path.endsWith('/no-suchsignal') && status === 404,
    (answer) => asError(answer, 400, 'SIGNAL_NOT_FOUND'),
  ),
  changesAnswer('v3.signals.permission', 'refuses the list where a permission is missing', isForbidden, () =>
    answerOf(403, { errors: [{ status: '403', code: 'ACCESS_DENIED', detail: 'no' }] }),
  ),
  changesAnswer('v3.signals.permission', 'calls a missing permission unavailable', isForbidden, (answer) =>
    withBody(answer, JSON.parse(answer.text.replaceAll('"PERMISSION"', '"COMPATIBILITY"'))),
  ),

  // Nominal capacity
  changesSignals('v3.capacity.code', 'names it in the plural', (attributes, signal) =>
    attributes.code === capacity ? { ...signal, id: plural, attributes: { ...attributes, code: plural } } : signal,
  ),
  changesBodies('v3.capacity.fields', 'has the capacity of version 2.0', capacity, (body) => ({
    ...body,
    capacity: { nominal: body.capacity },
  })),
  changesBodies('v3.capacity.fields', 'names another source', capacity, (body) => ({ ...body, source: 'MAKER' })),
  changesBodies('v3.capacity.unit', 'counts in watt-hours', capacity, (body) => ({ ...body, unit: 'Wh' })),

  // Charge records
  changesCharges('v3.charges.fields', 'has the location of version 2.0', (charge) => ({
    ...charge,
    location: 'Main Street 1',
  })),
  changesCharges('v3.charges.fields', 'has the energy as text', (charge) => ({ ...charge, energyAdded: '40 kWh' })),
  changesBodies('v3.charges.fields', 'names the list records', 'charge-chargerecords', ({ values, ...body }) => ({
    ...body,
    records: values,
  })),
  changesCharges('v3.charges.times', 'writes times without a zone', (charge) => ({
    ...charge,
    startTime: String(charge.startTime).replace('Z', ''),
  })),
  changesCharges('v3.charges.percent', 'counts levels as version 2.0 does', (charge) => ({
    ...charge,
    startStateOfCharge: Number(charge.startStateOfCharge) / 100,
    ...(charge.endStateOfCharge !== undefined && { endStateOfCharge: Number(charge.endStateOfCharge) / 100 }),
  })),
  changesCharges('v3.charges.percent', 'goes beyond 100', (charge) => ({ ...charge, startStateOfCharge: 101 })),
  changesCharges('v3.charges.type', 'does not say how it was charged', ({ connectorType: _, ...charge }) => charge),
  changesCharges('v3.charges.ongoing', 'guesses the end of a charge that goes on', (charge) => ({
    endTime: '2999-01-01T00:00:00Z',
    ...charge,
  })),
];
