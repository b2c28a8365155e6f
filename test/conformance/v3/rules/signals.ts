import { randomUUID } from 'node:crypto';
import { signalCodes, signalStatus } from '../../../../src/service/v3/contract.ts';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show, Skipped } from '../../rule.ts';
import { expectError, listOf, partOf, query, singleOf } from '../resources.ts';
import type { World3 } from '../world.ts';

const section = 'Signals';
const buildsOn = ['v3.signals.list'];

const rule = rulesOf<World3>({ section, buildsOn });

const codeOf = (signal: unknown) => partOf(signal, 'attributes', 'code');
const statusOf = (signal: unknown) => partOf(signal, 'attributes', 'status', 'value');

/** Every stored signal of every vehicle that is read. */
function everySignal(
  id: string,
  title: string,
  basis: Rule<World3>['basis'],
  check: (signal: unknown, now: number) => void,
) {
  return rule(`v3.signals.${id}`, {
    basis,
    title,
    check: async (world: World3) => {
      const now = await world.now();
      for (const { signals } of await world.storedSignals()) for (const signal of signals) check(signal, now);
    },
  });
}

async function oneStored(world: World3) {
  for (const { vehicleId, signals } of await world.storedSignals()) {
    const signal = signals.find((each) => statusOf(each) === 'SUCCESS');
    if (signal !== undefined) return { vehicleId, signal, code: String(codeOf(signal)) };
  }
  throw new Skipped('no vehicle that is known has a signal with SUCCESS');
}

export const signalRules: readonly Rule<World3>[] = [
  rule('v3.signals.list', {
    public: 'GET /vehicles/{id}/signals lists signals, each with its code as id',
    buildsOn: ['v3.connections.list'],
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      const answer = await world.signals(vehicleId);
      expectGranted(answer, 'GET /vehicles/{id}/signals');
      expect(Array.isArray(property(answer.json, 'data')), `the answer is ${show(answer.json)}`);
      for (const signal of (await world.storedSignals()).flatMap(({ signals }) => signals)) {
        const [id, code, type] = [property(signal, 'id'), codeOf(signal), property(signal, 'type')];
        expect(typeof code === 'string' && id === code, `a signal has the id ${show(id)} and the code ${show(code)}`);
        expect(type === 'signal', `a signal has the type ${show(type)}`);
      }
    },
  }),
  everySignal(
    'status',
    'The failure of one signal is its status, inside 200: SUCCESS has a body, others have an error',
    'public',
    (signal) => {
      const [status, body] = [partOf(signal, 'attributes', 'status'), partOf(signal, 'attributes', 'body')];
      expect(signalStatus.safeParse(status).success, `the status of ${show(codeOf(signal))} is ${show(status)}`);
      const hasSucceeded = property(status, 'value') === 'SUCCESS';
      const isWhole = hasSucceeded
        ? typeof body === 'object' && body !== null
        : property(status, 'error') !== undefined;
      expect(
        isWhole,
        `${show(codeOf(signal))} with ${show(statusOf(signal))} has ${hasSucceeded ? 'no body' : 'no error'}`,
      );
    },
  ),
  everySignal('times', 'Times of a signal are seconds, milliseconds, or ISO 8601', 'reported', (signal, now) => {
    const time = partOf(signal, 'meta', 'retrievedAt') ?? partOf(signal, 'meta', 'ingestedAt');
    const moment = momentOf(time);
    const isRecent = moment > Date.UTC(2015, 0) && moment < now + 24 * 3600 * 1000;
    expect(isRecent, `${show(codeOf(signal))} was retrieved at ${show(time)}`);
  }),
  rule('v3.signals.included', {
    public: 'The list has the vehicle in included, with make and model',
    check: async (world) => {
      const [read] = await world.storedSignals();
      const vehicleId = read?.vehicleId ?? '';
      const vehicle = partOf((await world.signals(vehicleId)).json, 'included', 'vehicle');
      expect(property(vehicle, 'id') === vehicleId, `included.vehicle is ${show(vehicle)}`);
      const make = partOf(vehicle, 'attributes', 'make');
      expect(typeof make === 'string', `its make is ${show(make)}`);
    },
  }),
  rule('v3.signals.single', {
    reported: 'A single signal is the answer itself, or its data',
    check: async (world) => {
      const { vehicleId, code } = await oneStored(world);
      const answer = await world.signals(vehicleId, `/${code}`);
      expectGranted(answer, `the signal ${code}`);
      expect(property(singleOf(answer), 'type') === 'signal', `the answer is ${show(answer.json)}`);
    },
  }),
  rule('v3.signals.one', {
    public: 'GET /vehicles/{id}/signals/{code} answers with that signal, as the list has it',
    buildsOn: ['v3.signals.single'],
    check: async (world) => {
      const { vehicleId, code } = await oneStored(world);
      const signal = singleOf(await world.signals(vehicleId, `/${code}`));
      expect(codeOf(signal) === code, `the code is ${show(codeOf(signal))}`);
      expect(statusOf(signal) === 'SUCCESS', `the status is ${show(statusOf(signal))}`);
      expect(partOf(signal, 'attributes', 'body') !== undefined, 'the body is missing');
    },
  }),
  rule('v3.signals.user-header', {
    public: 'Signals need the header sc-user-id',
    section: 'Headers',
    check: async (world) => {
      const { vehicleId, code } = await oneStored(world);
      for (const path of ['', `/${code}`]) {
        expectRefused(await world.call(`/vehicles/${vehicleId}/signals${path}`), `signals${path} without sc-user-id`);
      }
    },
  }),
  rule('v3.signals.user-missing', {
    reported: 'Without sc-user-id: 400 MISSING_PARAMETER',
    section: 'Errors',
    buildsOn: ['v3.signals.user-header', 'v3.errors.list'],
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      const answer = await world.call(`/vehicles/${vehicleId}/signals`);
      expectError(answer, 400, ['MISSING_PARAMETER', 'BAD_REQUEST'], 'no sc-user-id');
    },
  }),
  rule('v3.signals.user-other', {
    assumed: 'The vehicle of an owner is refused with the sc-user-id of another',
    section: 'Headers',
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      expectRefused(await world.signals(vehicleId, '', randomUUID()), 'an invented sc-user-id');
    },
  }),
  rule('v3.signals.not-stored', {
    reported: 'A single signal that is not stored: 404 SIGNAL_NOT_FOUND',
    section: 'Errors',
    buildsOn: ['v3.signals.list', 'v3.errors.list'],
    check: async (world) => {
      const { vehicleId } = await world.oneConnected();
      const answer = await world.signals(vehicleId, '/no-suchsignal');
      expectError(answer, 404, ['SIGNAL_NOT_FOUND', 'NOT_FOUND'], 'a signal that is none');
    },
  }),
  rule('v3.signals.permission', {
    public: 'A signal without its permission is an error of type PERMISSION, inside 200',
    needs: ['connect', 'application'],
    buildsOn: ['v3.signals.status'],
    check: async (world) => {
      const [read] = await world.storedSignals();
      const vehicleId = read?.vehicleId ?? '';
      await world.connect({ scope: 'read_vehicle_info' });
      const granted = listOf(await world.call(`/connections${query({ 'filter[vehicleId]': vehicleId })}`));
      const permissions = partOf(granted[0], 'attributes', 'permissions');
      const answer = await world.signals(vehicleId);
      await world.connect();
      if (Array.isArray(permissions) && permissions.includes('read_battery')) {
        throw new Skipped('Connect grants more than the Connect URL asks for');
      }
      expectGranted(answer, 'the signals without read_battery');
      const signal = listOf(answer).find((each) => codeOf(each) === signalCodes.capacity);
      if (signal === undefined) throw new Skipped(`the vehicle has no ${signalCodes.capacity}`);
      const type = partOf(signal, 'attributes', 'status', 'error', 'type');
      expect(statusOf(signal) === 'ERROR' && type === 'PERMISSION', `${show(statusOf(signal))} with ${show(type)}`);
    },
  }),
];

/** Milliseconds since 1970; NaN where it is no time. */
function momentOf(time: unknown): number {
  if (typeof time === 'string') return /^\d{4}-\d\d-\d\dT/.test(time) ? Date.parse(time) : NaN;
  // Seconds of any day in this century are fewer than 1e11.
  return typeof time === 'number' ? time * (time < 1e11 ? 1000 : 1) : NaN;
}
