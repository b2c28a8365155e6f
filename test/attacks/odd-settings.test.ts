// Settings of another type than the manifest's: VS Code hands them out, and an untrusted workspace may have some.
import assert from 'node:assert/strict';
import * as fake from '../unit/extension/auth/fake-vscode.ts';

const odd: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 5,
  'no number': NaN,
  true: true,
  'a list': ['kWh'],
  'a list of lists': [[]],
  'an object': { trim: 'kWh' },
  'a prototype': JSON.parse('{"__proto__":{"toString":1}}') as unknown,
  'an empty object': {},
  'a list without end': Array.from({ length: 10_000 }, () => null),
};

describe('settings of an odd type', () => {
  afterEach(() => fake.configuration.clear());

  for (const [what, value] of Object.entries(odd)) {
    it(`count as none: ${what}`, async () => {
      const { energyUnit } = await import('../../src/extension/environments/settings/user-settings.ts');
      const { userSettings } = await import('../../src/extension/environments/settings/user-settings.ts');
      for (const key of ['viewer.energyUnit', 'environment']) fake.configuration.set(`vehicleData.${key}`, value);
      assert.equal(energyUnit('sandbox'), 'kWh');
      assert.equal(userSettings().selected(), 'sandbox');
      fake.configuration.set('vehicleData.environments', value);
      assert.equal(energyUnit('smartcar'), 'kWh');
      assert.equal(typeof userSettings().entries(), 'object');
      assert.doesNotThrow(() => Object.keys(userSettings().entries()));
    });
  }

  it('count as none: environments that are a text', async () => {
    const { userSettings } = await import('../../src/extension/environments/settings/user-settings.ts');
    fake.configuration.set('vehicleData.environments', 'staging');
    assert.deepEqual(userSettings().entries(), {});
  });

  for (const [what, unit, shown] of [
    ['longer than a window', 'kWh '.repeat(1_000_000), `${'kWh '.repeat(4)}kWh…`.slice(0, 20)],
    ['steers the display', '\u202ehWk\u2066', 'hWk'],
    ['has lines', 'kWh\n\n\nMWh', 'kWh MWh'],
    ['is blank', '\u3164\u200b ', 'kWh'],
  ] as const) {
    it(`are shown as a word where the unit ${what}`, async () => {
      const { energyUnit } = await import('../../src/extension/environments/settings/user-settings.ts');
      fake.configuration.set('vehicleData.viewer.energyUnit', unit);
      assert.equal(energyUnit('sandbox'), shown);
      fake.configuration.clear();
      fake.configuration.set('vehicleData.environments', { own: { energyUnit: unit } });
      assert.equal(energyUnit('own') ?? 'kWh', shown);
    });
  }
});
