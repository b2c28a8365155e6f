import { expect, property, type Rule, show } from '../../rule.ts';
import { challengeOf, type Delivery, eventIdOf, hashOf, type Heard } from '../heard.ts';
import { listIn, partOf } from '../resources.ts';
import type { World3 } from '../world.ts';

const section = 'Events';
const needs = ['clock', 'webhook'] as const;
const onVerify = ['v3.webhooks.list', 'v3.subscriptions.create', 'v3.subscriptions.list', 'v3.events.verify'];
/** 50 KB (public). */
const mostBytes = 50_000;

/** Events of one type, of version 3. Rejects with Skipped where they are of version 2.0. */
async function eventsOf(world: World3, type: 'VEHICLE_STATE' | 'VEHICLE_ERROR'): Promise<readonly Delivery[]> {
  const { events } = await world.heard();
  const found = events.filter(({ json }) => property(json, 'eventType') === type);
  expect(found.length > 0, `no ${type} came`);
  return found;
}

/** Both places are known. */
function triggersOf({ json }: Delivery): readonly unknown[] {
  return [...listIn(property(json, 'triggers')), ...listIn(partOf(json, 'data', 'triggers'))];
}

/** The name of a trigger that is no signal stands in one of several fields. */
function isFirst(delivery: Delivery): boolean {
  return JSON.stringify(triggersOf(delivery)).includes('FIRST_DELIVERY');
}

const signalsOf = ({ json }: Delivery) => listIn(partOf(json, 'data', 'signals'));

/** A rule on what was heard. */
function rule(
  parts: Pick<Rule<World3>, 'id' | 'title' | 'basis'> & { readonly buildsOn?: readonly string[] },
  check: (heard: Heard, world: World3) => Promise<void> | void,
): Rule<World3> {
  return {
    section,
    needs,
    buildsOn: onVerify,
    ...parts,
    check: async (world) => check(await world.heard(), world),
  };
}

export const eventRules: readonly Rule<World3>[] = [
  rule(
    {
      id: 'v3.events.verify',
      title: 'A new webhook sends VERIFY, and is verified by the hash of its challenge alone',
      basis: 'public',
      buildsOn: onVerify.slice(0, -1),
    },
    ({ challenge, verified }) => {
      const asked = challengeOf(challenge);
      expect(typeof asked === 'string', `the challenge is ${show(asked)}`);
      expect(verified.wrong === false, 'a wrong answer is accepted');
      expect(verified.right === true, 'the right answer is not accepted');
    },
  ),
  rule(
    { id: 'v3.events.unsigned', title: 'VERIFY has no valid signature', basis: 'reported' },
    ({ challenge: { headers, body } }, { target }) => {
      expect(headers['sc-signature'] !== hashOf(target.managementToken ?? '', body), 'VERIFY is signed');
    },
  ),
  rule(
    { id: 'v3.events.signature', title: 'SC-Signature is the hex HMAC-SHA256 of the exact body', basis: 'public' },
    ({ events }, { target }) => {
      for (const { headers, body } of events) {
        const signature = headers['sc-signature'];
        const right = hashOf(target.managementToken ?? '', body);
        expect(signature === right, `an event is signed with ${show(signature)}`);
      }
    },
  ),
  rule(
    { id: 'v3.events.version', title: 'An event is JSON of at most 50 KB, of version 4.0 or 2.0', basis: 'public' },
    ({ events }) => {
      for (const { headers, body, json } of events) {
        const type = headers['content-type'];
        expect(/^application\/json\b/.test(type ?? ''), `Content-Type is ${show(type)}`);
        expect(body.length <= mostBytes, `an event has ${body.length} bytes`);
        // The oldest captures say none, an older page 3.0.
        const version = partOf(json, 'meta', 'version') ?? property(json, 'version');
        expect(
          [undefined, '4.0', '3.0', '2.0'].some((known) => known === version),
          `an event is of version ${show(version)}`,
        );
      }
    },
  ),
  rule(
    { id: 'v3.events.triggers', title: 'Triggers are at the root, or in data', basis: 'reported' },
    async (_, world) => {
      const [first] = await eventsOf(world, 'VEHICLE_STATE');
      expect(first !== undefined && triggersOf(first).length > 0, 'an event has no triggers');
    },
  ),
  rule(
    {
      id: 'v3.events.signal-times',
      title: 'A signal has oemUpdatedAt, and retrievedAt or fetchedAt, in milliseconds',
      basis: 'reported',
    },
    async (_, world) => {
      const signals = (await eventsOf(world, 'VEHICLE_STATE')).flatMap(signalsOf);
      for (const meta of signals.map((signal) => property(signal, 'meta')).filter((meta) => meta !== undefined)) {
        const times = [property(meta, 'oemUpdatedAt'), property(meta, 'retrievedAt') ?? property(meta, 'fetchedAt')];
        expect(times.every(Number.isInteger), `the times are ${show(times)}`);
      }
    },
  ),
  rule(
    { id: 'v3.events.attempts', title: 'An event that is refused comes again after 25 seconds', basis: 'public' },
    async (_, world) => {
      const [first, ...later] = await eventsOf(world, 'VEHICLE_STATE');
      const again = first && later.find((each) => eventIdOf(each) === eventIdOf(first));
      expect(again !== undefined, 'the event did not come again, or under another eventId');
      const [before, after] = [first, again].map((each) => partOf(each?.json, 'meta', 'deliveryId'));
      expect(before !== after, `both attempts have the deliveryId ${show(before)}`);
    },
  ),
  rule(
    {
      id: 'v3.events.first-delivery',
      title: 'A subscription begins with FIRST_DELIVERY, which a second attempt keeps',
      basis: 'public',
      buildsOn: [...onVerify, 'v3.events.triggers'],
    },
    async (_, world) => {
      const [first, ...later] = await eventsOf(world, 'VEHICLE_STATE');
      const attempts = [first, ...later.filter((each) => first && eventIdOf(each) === eventIdOf(first))];
      expect(
        attempts.every((each) => each && isFirst(each)),
        `the triggers are ${show(first && triggersOf(first))}`,
      );
    },
  ),
  rule(
    { id: 'v3.events.state', title: 'VEHICLE_STATE names the vehicle and holds its signals', basis: 'public' },
    async ({ vehicleId }, world) => {
      for (const state of await eventsOf(world, 'VEHICLE_STATE')) {
        const named = partOf(state.json, 'data', 'vehicle', 'id');
        expect(named === vehicleId, `the vehicle is ${show(named)}`);
        const signals = signalsOf(state);
        expect(signals.length > 0, 'an event holds no signals');
        for (const signal of signals) {
          const [code, name, group] = ['code', 'name', 'group'].map((key) => property(signal, key));
          const isNamed = [code, name, group].every((each) => typeof each === 'string');
          expect(isNamed, `a signal has no code, name and group: ${show(signal)}`);
        }
      }
    },
  ),
  rule(
    {
      id: 'v3.events.error',
      title: 'VEHICLE_ERROR says what fails, when it begins and when it is over',
      basis: 'public',
    },
    async (_, world) => {
      const errors = (await eventsOf(world, 'VEHICLE_ERROR')).flatMap(({ json }) =>
        listIn(partOf(json, 'data', 'errors')),
      );
      const asleep = errors.filter((error) => property(error, 'code') === 'ASLEEP');
      const states = new Set(asleep.map((error) => property(error, 'state')));
      for (const state of ['ERROR', 'RESOLVED']) expect(states.has(state), `no error of the vehicle is ${state}`);
      for (const error of errors) {
        const [type, code] = [property(error, 'type'), property(error, 'code')];
        expect(typeof type === 'string', `an error has the type ${show(type)}`);
        expect(code === null || typeof code === 'string', `an error has the code ${show(code)}`);
      }
    },
  ),
];
