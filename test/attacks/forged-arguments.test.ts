// Commands that another extension runs with arguments of its own: it may guess an ID, or make up a line of the tree.
import assert from 'node:assert/strict';
import * as fake from '../unit/extension/auth/fake-vscode.ts';
import { FakeAccount, wording, World, restoreClock } from '../unit/extension/vehicles/fixture.ts';
import { VehicleNodes } from '../../src/extension/vehicles/explorer/tree-nodes.ts';

afterEach(restoreClock);

const id = 'v1';
const account = { rawJson: () => Promise.resolve('{}'), session: { environment: 'sandbox' } };
const of = { id, account };

const forged: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  'an ID': { vehicleId: id },
  'an ID and attributes': { vehicleId: id, kind: 'vehicle' },
  'an ID and the capacity': { vehicleId: id, kind: 'capacity' },
  'an ID and the permissions': { vehicleId: id, kind: 'permissions' },
  'an ID and charge records': { vehicleId: id, kind: 'records', make: 'bmw' },
  'an ID and a resource that there is not': { vehicleId: id, kind: '../token' },
  'the ID of no vehicle': { vehicleId: 'v2' },
  'a line of a vehicle': { id: `s1/${id}`, kind: 'vehicle', vehicle: { id, account } },
  'a line that is about a vehicle': { id: `s1/${id}`, kind: 'vehicle', of },
  'a line of a field': { id: `s1/${id}/capacity`, kind: 'field', field: 'capacity', vehicle: { id, account } },
  'a line of a permission': { id: 'x', kind: 'permission', vehicle: { id } },
  'a line of an account': { id: 's1', kind: 'account', account },
  'a line of a problem': { id: 's1/problem', kind: 'problem', of: undefined },
  'a line of no kind': { id: 's1', kind: '__proto__' },
  'a line and an ID': { id: 's1', kind: 'vehicle', vehicle: { id, account }, vehicleId: id },
  'a line that answers with a prototype': Object.create({ id: 's1', kind: 'vehicle', vehicle: { id } }) as unknown,
};

describe('another extension that runs “Open Raw JSON”', () => {
  let opened: string[];
  let world: World;

  async function commands() {
    const { vehicleCommands } = await import('../../src/extension/vehicles/commands/commands.ts');
    opened = [];
    world = new World({ s1: new FakeAccount(id) });
    const show = (path: string) => {
      const [, vehicleId, kind] = /^\/([^/]+)\/.+\.(\w+)\.vehicle-data\.json$/.exec(path) ?? [];
      return Promise.resolve(void opened.push(`${kind} ${vehicleId}`));
    };
    const environments = { current: () => 'sandbox' };
    const given = [world.directory, environments, {}, undefined, {}, {}, { show }] as unknown;
    return vehicleCommands(...(given as Parameters<typeof vehicleCommands>));
  }
  const openRawJson = async (argument: unknown) => {
    const { callerArgument } = await import('../../src/extension/window/caller-argument.ts');
    return (await commands())['vehicleData.openRawJson'](callerArgument(argument) as never);
  };

  beforeEach(() => fake.forgetAll());

  for (const [what, argument] of Object.entries(forged)) {
    it(`opens nothing by ${what}, though the picker be accepted for the person`, async () => {
      fake.answers.push('BMW iv1 (2023)');
      await openRawJson(argument);
      assert.deepEqual(opened, []);
    });
  }

  it('opens it once a person has agreed', async () => {
    fake.answers.push('Open');
    await openRawJson({ vehicleId: id, kind: 'capacity' });
    assert.deepEqual(opened, ['capacity v1']);
    const [{ kind, text, isModal } = assert.fail()] = fake.shown;
    assert.deepEqual([kind, isModal, text], ['warning', true, 'Open the raw JSON of v1?']);
  });

  it('asks nobody who opens it from its line', async () => {
    const run = await commands();
    const vehicle = (await world.directory.find(id)) ?? assert.fail();
    await run['vehicleData.openRawJson'](new VehicleNodes(world.directory, wording).of(vehicle));
    assert.deepEqual(opened, ['vehicle v1']);
    assert.deepEqual(
      fake.shown.map(({ kind }) => kind),
      ['progress'],
    );
  });
});

describe('an argument that another extension makes up', () => {
  const entry = { repeatable: { sessionId: 's1', method: 'GET', path: '/v2.0/user' } };
  const made: Readonly<Record<string, object>> = {
    'a request': { id: '1', label: '', entry },
    'a request like one that was given out': Object.create({ entry }) as object,
    'a delivery': { delivery: { id: 'd1' } },
    'a webhook': { webhook: { id: 'w1', callbackUri: 'https://a.example' } },
    'a line of the sandbox': { subject: 'vehicle', tokens: ['vehicle'] },
    'a line that draws itself': { id: '1', line: () => ({ value: 'x' }), of },
    'several lines': [{ entry }],
  };

  for (const [what, argument] of Object.entries(made)) {
    it(`is no line: ${what}`, async () => {
      const { callerArgument } = await import('../../src/extension/window/caller-argument.ts');
      assert.deepEqual(callerArgument(argument), {});
    });
  }

  it('is taken by what it names, and a line as the view gave it out', async () => {
    const { callerArgument } = await import('../../src/extension/window/caller-argument.ts');
    assert.deepEqual(callerArgument({ vehicleId: id, entry }), { vehicleId: id });
    const { literalLines } = await import('../../src/extension/window/tree-view.ts');
    const line = { id: '1', entry };
    literalLines({ getChildren: () => [line], getTreeItem: () => ({}) }).getChildren();
    assert.equal(callerArgument(line), line);
    assert.deepEqual(callerArgument({ ...line }), {});
  });
});
