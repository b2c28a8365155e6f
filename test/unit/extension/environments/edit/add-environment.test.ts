import assert from 'node:assert/strict';
import { askNewEnvironment, withoutPreset } from '../../../../../src/extension/environments/edit/add-environment.ts';
import { readEnvironment } from '../../../../../src/extension/environments/settings/read-environment.ts';
import { scripted } from './guided-script.ts';

const uuid = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';

describe('askNewEnvironment', () => {
  it('needs an id and a secret for the public service, in five steps', async () => {
    const { ui, asked } = scripted(['keep', { answer: uuid }, { answer: ' s3cret ' }, 'keep', 'keep']);
    const added = await askNewEnvironment(ui, []);
    assert.deepEqual(added, { name: 'smartcar', entry: { clientId: uuid }, clientSecret: 's3cret' });
    assert.deepEqual(
      asked.map(({ place }) => place),
      ['1/5', '2/5', '3/5', '4/5', '5/5'],
    );
    assert.deepEqual(
      asked.map(({ canGoBack }) => canGoBack),
      [false, true, true, true, true],
    );
    assert.equal(readEnvironment(added.name, added.entry).baseUrl, 'https://api.smartcar.com');
  });

  it('asks for the addresses of another deployment', async () => {
    const { ui, asked } = scripted([
      { answer: 'other' },
      { answer: 'staging' },
      { answer: 'https://auth.example.com' },
      { answer: 'https://api.example.com' },
      { answer: 'https://connect.example.com/oauth/authorize' },
      { answer: 'app-1' },
      { answer: '' },
      'keep',
      { answer: ['read_battery'] },
    ]);
    assert.deepEqual(await askNewEnvironment(ui, []), {
      name: 'staging',
      entry: {
        authUrl: 'https://auth.example.com',
        baseUrl: 'https://api.example.com',
        connectUrl: 'https://connect.example.com/oauth/authorize',
        clientId: 'app-1',
        redirectUri: 'http://localhost:52625/callback',
        scopes: ['read_battery'],
      },
      clientSecret: undefined,
    });
    assert.equal(asked[1]?.place, '2/9');
  });

  it('asks for both IDs of version 3 before the secret of the second', async () => {
    const client = 'client_01K5ZM3V9Q4T8W2X6Y7B0C1D2E';
    const { ui, asked } = scripted([
      { answer: 'public-3' },
      { answer: uuid },
      { answer: client },
      { answer: 's3cret' },
      'keep',
      'keep',
    ]);
    const added = await askNewEnvironment(ui, ['smartcar']);
    assert.deepEqual(added, {
      name: 'smartcar-v3',
      entry: { applicationId: uuid, apiClientId: client },
      clientSecret: 's3cret',
    });
    assert.equal(asked[1]?.place, '2/6');
    const mixedUp = scripted([{ answer: 'public-3' }, { answer: uuid }, { answer: client }, { answer: client }]);
    await assert.rejects(askNewEnvironment(mixedUp.ui, []), /This is the API client ID/);
  });

  it('asks for the addresses of another deployment of version 3', async () => {
    const { ui, asked } = scripted([{ answer: 'other-3' }, { answer: 'new' }]);
    await askNewEnvironment(ui, []);
    assert.equal(asked[1]?.place, '2/10');
    const addresses = ['https://iam.example.com', 'https://vehicle.example.com'];
    const whole = scripted([
      { answer: 'other-3' },
      { answer: 'new' },
      ...addresses.map((answer) => ({ answer })),
      { answer: 'https://connect.example.com/oauth/authorize' },
      { answer: 'app-1' },
      { answer: 'api-1' },
      'keep',
      'keep',
      'keep',
    ]);
    const added = await askNewEnvironment(whole.ui, []);
    assert.equal(added?.entry.version, '3');
    assert.equal(readEnvironment('new', added.entry).clientId, 'api-1');
  });

  it('goes back to what was typed, and forgets the addresses of a deployment that is not wanted any more', async () => {
    const { ui, asked } = scripted([
      { answer: 'other' },
      { answer: 'staging' },
      { answer: 'https://auth.example.com' },
      'back',
      'back',
      'back',
      { answer: 'public' },
      { answer: uuid },
      'keep',
      'keep',
      'keep',
    ]);
    assert.deepEqual((await askNewEnvironment(ui, []))?.entry, { clientId: uuid });
    assert.equal(asked[4]?.value, 'https://auth.example.com', 'the address is still there on the way back');
    assert.equal(asked[5]?.value, 'staging');
  });

  it('names a second application of the public service, whose addresses then stand in its entry', async () => {
    const { ui } = scripted(['keep', { answer: 'second' }, { answer: uuid }, { answer: '' }, 'keep', 'keep']);
    const added = await askNewEnvironment(ui, ['smartcar']);
    assert.equal(added?.name, 'second');
    assert.equal(readEnvironment('second', added?.entry).authUrl, 'https://auth.smartcar.com');
  });

  for (const name of ['', 'sandbox', 'Sandbox V3', 'smartcar', 'Staging', 'a/b']) {
    it(`refuses the name ${JSON.stringify(name.slice(0, 12))}`, async () => {
      const { ui } = scripted([{ answer: 'other' }, { answer: name }]);
      await assert.rejects(askNewEnvironment(ui, ['staging']), /is refused/);
    });
  }

  it('changes nothing when the person leaves', async () => {
    const { ui } = scripted(['keep', { answer: uuid }, 'leave']);
    assert.equal(await askNewEnvironment(ui, []), undefined);
  });
});

describe('withoutPreset', () => {
  it('keeps what differs from the preset of the name, and from the default permissions', () => {
    const entry = { authUrl: 'https://auth.smartcar.com', baseUrl: 'https://proxy.example.com', mode: 'live' } as const;
    assert.deepEqual(withoutPreset('smartcar', entry), { baseUrl: 'https://proxy.example.com' });
    assert.deepEqual(withoutPreset('other', entry), entry);
  });
});
