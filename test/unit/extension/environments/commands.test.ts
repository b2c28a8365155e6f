import assert from 'node:assert/strict';
import type { EnvironmentCommandsOptions } from '../../../../src/extension/environments/commands.ts';
import * as fake from '../auth/fake-vscode.ts';

describe('Set Client Secret', () => {
  beforeEach(() => fake.forgetAll());

  for (const [typed, expected] of [
    ['word ', true],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    it(`answers ${expected} where ${JSON.stringify(typed)} is typed, so that a failed sign-in goes on or not`, async () => {
      const { environmentCommands } = await import('../../../../src/extension/environments/commands.ts');
      const set: unknown[] = [];
      const commands = environmentCommands({
        environments: { names: () => ['own'], current: () => 'own' },
        settings: { entries: () => ({ own: { authUrl: 'https://auth.test' } }) },
        secrets: { set: (...secret: unknown[]) => Promise.resolve(void set.push(secret)) },
      } as unknown as EnvironmentCommandsOptions);
      if (typed !== undefined) fake.typed.push(typed);
      assert.equal(await commands['vehicleData.setClientSecret']({ environment: 'own' }), expected);
      assert.deepEqual(set, expected ? [['own', 'word', 'https://auth.test']] : []);
    });
  }
});

describe('Two entries of before that are one application', () => {
  const id = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';
  const addresses = { authUrl: 'https://auth.test', baseUrl: 'https://api.test', connectUrl: 'https://connect.test/c' };
  const redirectUri = 'http://localhost:1/c';
  const older = { ...addresses, clientId: id, redirectUri, scopes: ['read_battery'] };
  const newer = {
    ...{ ...addresses, authUrl: 'https://iam.test', baseUrl: 'https://vehicle.test', redirectUri },
    ...{ version: '3', applicationId: id.toUpperCase(), apiClientId: 'client_1', scopes: ['read_vehicle_info'] },
  };
  let entries: Record<string, unknown>;
  const memory = new Map<string, unknown>();

  beforeEach(() => {
    fake.forgetAll();
    memory.clear();
    entries = { staging: older, newest: newer, other: { ...newer, applicationId: 'another' } };
  });

  async function offer(): Promise<void> {
    const { offerToJoin } = await import('../../../../src/extension/environments/edit/join-environments.ts');
    const settings = {
      entries: () => entries,
      write: (name: string, entry: unknown) => {
        const { [name]: _, ...others } = entries;
        entries = entry === undefined ? others : { ...entries, [name]: entry };
        return Promise.resolve();
      },
    };
    await offerToJoin(settings, {
      get: <T>(key: string, value?: T) => (memory.get(key) ?? value) as T,
      update: (key, value) => Promise.resolve(void memory.set(key, value)),
    });
  }

  const messages = () => fake.shown.map(({ text }) => text);

  it('are joined with all that each has, and the name that goes still means the one that stays', async () => {
    fake.answers.push('Join');
    await offer();
    assert.deepEqual(messages(), [
      '“staging” and “newest” are one application. Join them as “staging” with both versions?',
    ]);
    const joined = {
      ...{ ...addresses, authUrlV3: 'https://iam.test', baseUrlV3: 'https://vehicle.test', clientId: id, redirectUri },
      ...{ apiClientId: 'client_1', scopes: ['read_battery', 'read_vehicle_info'], formerName: 'newest' },
    };
    assert.deepEqual(entries.staging, joined);
    assert.deepEqual(Object.keys(entries).toSorted(), ['other', 'staging']);

    const { currentName, takenNames } = await import('../../../../src/extension/environments/settings/environments.ts');
    const { readEnvironment } = await import('../../../../src/extension/environments/settings/read-environment.ts');
    const { secretName } = await import('../../../../src/extension/environments/settings/configured-environments.ts');
    assert.equal(currentName('newest', entries), 'staging');
    assert.deepEqual(takenNames(entries).toSorted(), ['newest', 'other', 'staging']);
    assert.deepEqual(
      (['2.0', '3'] as const).map((version) => secretName('staging', version, entries.staging)),
      ['staging', 'newest'],
    );
    const [v2, v3] = (['2.0', '3'] as const).map((version) => readEnvironment('staging', entries.staging, version));
    assert.deepEqual([v2?.clientId, v2?.baseUrl], [id, older.baseUrl]);
    assert.deepEqual([v3?.applicationId, v3?.clientId, v3?.baseUrl], [id, 'client_1', newer.baseUrl]);
  });

  it('are left alone otherwise, and not offered again', async () => {
    const before = structuredClone(entries);
    fake.answers.push('Not Now');
    await offer();
    fake.answers.push('Join');
    await offer();
    assert.equal(messages().length, 1);
    assert.deepEqual(entries, before);
  });

  it('are not offered where they are of different applications, or one has both versions', async () => {
    fake.answers.push('Join', 'Join');
    for (const staging of [{ ...older, clientId: 'a-third' }, { ...older, apiClientId: 'client_1' }, 'odd']) {
      entries.staging = staging;
      await offer();
    }
    assert.deepEqual(messages(), []);
  });

  it('of the public service become the built-in one', async () => {
    entries = { smartcar: { clientId: id }, 'smartcar-v3': { applicationId: id, apiClientId: 'client_1' } };
    fake.answers.push('Join');
    await offer();
    assert.deepEqual(entries, { smartcar: { clientId: id, apiClientId: 'client_1', formerName: 'smartcar-v3' } });
  });
});
