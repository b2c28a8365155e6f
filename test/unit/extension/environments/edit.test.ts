import assert from 'node:assert/strict';
import { askNewEnvironment } from '../../../../src/extension/environments/edit/add-environment.ts';
import { type Editable, editEnvironment } from '../../../../src/extension/environments/edit/edit-environment.ts';
import type { EnvironmentEntry } from '../../../../src/extension/environments/settings/environment-entry.ts';
import { readEnvironment } from '../../../../src/extension/environments/settings/read-environment.ts';
import { type Act, scripted } from './guided-script.ts';

const uuid = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';

describe('askNewEnvironment', () => {
  const client = 'client_01K5ZM3V9Q4T8W2X6Y7B0C1D2E';

  it('asks for the application, the API client and its secret, the legacy secret, and where Connect returns', async () => {
    const { ui, asked } = scripted([
      { answer: ['3', '2.0'] },
      'keep',
      { answer: uuid },
      { answer: client },
      { answer: ' new ' },
      { answer: ' old ' },
      'keep',
      'keep',
    ]);
    assert.deepEqual(await askNewEnvironment(ui, []), {
      name: 'smartcar',
      entry: { applicationId: uuid, apiClientId: client },
      secrets: { '3': 'new', '2.0': 'old' },
    });
    assert.deepEqual(
      asked.map(({ title }) => title.replace('Add Environment: ', '')),
      [
        'Add Environment',
        'Add Environment',
        'Application ID',
        'API client ID',
        'API client secret',
        'Legacy client secret',
        'Redirect URI',
        'Add Environment',
      ],
    );
    assert.deepEqual(
      asked.map(({ place, canGoBack }) => `${place}${canGoBack ? ' back' : ''}`),
      ['1', '2 back', '3/8 back', '4/8 back', '5/8 back', '6/8 back', '7/8 back', '8/8 back'],
    );
    for (const { labels } of asked.slice(2, 6)) assert.match(labels[0] ?? '', /dashboard/);
    assert.match(asked[4]?.labels[0] ?? '', /variable VEHICLE_DATA_CLIENT_SECRET_SMARTCAR_V3\./);
  });

  it('asks only for what the version needs, whose secret may come from a variable', async () => {
    const of = async (version: string, ...acts: Act[]) =>
      askNewEnvironment(scripted([{ answer: [version] }, 'keep', ...acts, 'keep', 'keep']).ui, []);
    const older = await of('2.0', { answer: uuid }, { answer: 'old' });
    assert.deepEqual(older, { name: 'smartcar', entry: { applicationId: uuid }, secrets: { '2.0': 'old' } });
    const newer = await of('3', { answer: uuid }, { answer: client }, { answer: '' });
    assert.deepEqual(newer, { name: 'smartcar', entry: { applicationId: uuid, apiClientId: client }, secrets: {} });
    await assert.rejects(of('3', { answer: '' }), /Enter a value/);
    await assert.rejects(of('3', { answer: uuid }, { answer: '' }), /Enter a value/);
  });

  it('tells a value in the wrong step by its name', async () => {
    const of = async (...acts: Act[]) =>
      askNewEnvironment(scripted([{ answer: ['3', '2.0'] }, 'keep', ...acts]).ui, []);
    const ids = [{ answer: uuid }, { answer: client }];
    await assert.rejects(of(...ids, { answer: client }), /This is the API client ID/);
    await assert.rejects(of(...ids, { answer: uuid }), /This is the Application ID/);
    await assert.rejects(of(...ids, { answer: 'same' }, { answer: 'same' }), /secret of the other version/);
    const { ui, asked } = scripted(['keep', 'keep', { answer: client }, { answer: uuid }]);
    await askNewEnvironment(ui, []);
    assert.equal(asked.length, 5, 'a form that only the public service has is a warning');
  });

  it('asks for the addresses of another deployment, of the versions that it has', async () => {
    const v3 = ['https://iam.example.com', 'https://vehicle.example.com'];
    const v2 = ['https://auth.example.com', 'https://api.example.com'];
    const connect = 'https://connect.example.com/oauth/authorize';
    const of = async (versions: string[], ids: string[], addresses: string[]) => {
      const typed = [versions, 'other', 'staging', ...ids, ...addresses].map((answer) => ({ answer }));
      const { ui } = scripted([...typed, 'keep', { answer: ['read_battery'] }]);
      return (await askNewEnvironment(ui, []))?.entry;
    };
    const common = { connectUrl: connect, redirectUri: 'http://localhost:52625/callback', scopes: ['read_battery'] };
    const ofV2 = { authUrl: v2[0], baseUrl: v2[1] };
    const ofV3 = { authUrlV3: v3[0], baseUrlV3: v3[1] };
    assert.deepEqual(await of(['2.0'], ['app-1', ''], [...v2, connect]), {
      ...common,
      ...ofV2,
      applicationId: 'app-1',
    });
    const ids = { applicationId: 'app-1', apiClientId: 'api-1' };
    assert.deepEqual(await of(['3'], ['app-1', 'api-1', 'new'], [...v3, connect]), { ...common, ...ofV3, ...ids });
    const both = await of(['3', '2.0'], ['app-1', 'api-1', 'new', 'old'], [...v3, ...v2, connect]);
    assert.deepEqual(both, { ...common, ...ofV2, ...ofV3, ...ids });
    assert.equal(readEnvironment('staging', both, '3').clientId, 'api-1');
  });

  it('goes back to what was typed, and forgets what is not wanted any more', async () => {
    const { ui, asked } = scripted([
      ...[{ answer: ['3'] }, { answer: 'other' }, { answer: 'staging' }, { answer: uuid }, { answer: client }],
      ...[{ answer: 'new' }, { answer: 'https://iam.example.com' }],
      ...Array.from({ length: 7 }, () => 'back' as const),
      ...[{ answer: ['2.0'] }, { answer: 'public' }],
      ...Array.from({ length: 4 }, () => 'keep' as const),
    ]);
    assert.deepEqual(await askNewEnvironment(ui, []), {
      name: 'smartcar',
      entry: { applicationId: uuid },
      secrets: {},
    });
    assert.equal(asked[8]?.value, 'https://iam.example.com', 'the address is still there on the way back');
  });

  it('names a second application of the public service, whose addresses then stand in its entry', async () => {
    const { ui } = scripted([
      { answer: ['2.0'] },
      ...['keep' as const, { answer: 'second' }, { answer: uuid }, 'keep' as const, 'keep' as const, 'keep' as const],
    ]);
    const added = await askNewEnvironment(ui, ['smartcar']);
    assert.equal(added?.name, 'second');
    assert.equal(readEnvironment('second', added?.entry, '2.0').authUrl, 'https://auth.smartcar.com');
    assert.equal(added?.entry.authUrl, 'https://auth.smartcar.com');
  });

  for (const name of ['', 'Sandbox', 'smartcar', 'Staging', 'a/b']) {
    it(`refuses the name ${JSON.stringify(name.slice(0, 12))}`, async () => {
      const { ui } = scripted(['keep', { answer: 'other' }, { answer: name }]);
      await assert.rejects(askNewEnvironment(ui, ['staging']), /is refused/);
    });
  }

  it('changes nothing when the person leaves', async () => {
    const { ui } = scripted(['keep', 'keep', { answer: uuid }, 'leave']);
    assert.equal(await askNewEnvironment(ui, []), undefined);
  });
});

async function edit(
  name: string,
  start: EnvironmentEntry,
  acts: Act[],
  options: { first?: Editable; accounts?: number } = {},
) {
  let entry = start;
  const secrets: string[] = [];
  let removed = 0;
  const { ui, asked } = scripted(acts);
  const environment = {
    name,
    entry: () => entry,
    hasSecret: () => Promise.resolve(secrets.length > 0),
    accounts: options.accounts ?? 0,
    save: (next: EnvironmentEntry) => Promise.resolve(void (entry = next)),
    saveSecret: (secret: string) => Promise.resolve(void secrets.push(secret)),
    remove: () => Promise.resolve(void removed++),
  };
  await editEnvironment(environment, ui, options.first);
  return { entry, secrets, removed, asked };
}

const staging = {
  authUrl: 'http://auth.example.com',
  baseUrl: 'https://api.example.com',
  connectUrl: 'https://connect.example.com/oauth/authorize',
  clientId: 'app-1',
  redirectUri: 'http://localhost:52625/callback',
};

describe('editEnvironment', () => {
  it('lists what it is made of, changes one thing, and comes back to the list', async () => {
    const { entry, asked } = await edit('staging', staging, [
      { answer: 'authUrl' },
      { answer: 'https://auth.example.com' },
      { answer: 'scopes' },
      { answer: ['read_battery'] },
    ]);
    assert.equal(asked[1]?.remark?.severity, 'error', 'what is wrong is said before anything is typed');
    assert.deepEqual(entry, { ...staging, authUrl: 'https://auth.example.com', scopes: ['read_battery'] });
    assert.equal(asked.length, 5);
    assert.equal(asked[2]?.value, 'authUrl', 'the line that was changed is the one chosen');
  });

  it('asks for one thing at once where it is told which', async () => {
    const { secrets, asked } = await edit('smartcar', {}, [{ answer: ' new ' }], { first: 'secret 2.0' });
    assert.deepEqual(secrets, ['new']);
    assert.match(asked[0]?.labels[0] ?? '', /legacy|page in the dashboard/i);
  });

  it('takes a secret that only looks like another', async () => {
    const ids = { applicationId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07', apiClientId: 'client_1' };
    const secret = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    assert.deepEqual((await edit('smartcar', ids, [{ answer: secret }], { first: 'secret 3' })).secrets, [secret]);
  });

  it('adds version 3 to an entry of version 2.0, with a secret of its own, and takes it out again', async () => {
    const { entry, secrets, asked } = await edit('staging', staging, [
      { answer: 'apiClientId' },
      { answer: 'client_1' },
      { answer: 'secret 3' },
      { answer: 'new' },
    ]);
    assert.deepEqual(
      asked[0]?.labels.filter((label) => label.includes('secret')),
      ['Legacy client secret'],
    );
    assert.deepEqual(entry, { ...staging, apiClientId: 'client_1' });
    assert.deepEqual(secrets, ['new']);
    assert.ok(asked.at(-1)?.labels.includes('API client secret'));
    const back = await edit('staging', entry, [{ answer: 'apiClientId' }, { answer: '' }]);
    assert.deepEqual(back.entry, staging);
  });

  it('writes only what the preset doesn’t say', async () => {
    const { entry } = await edit('smartcar', { clientId: 'x', mode: 'test' }, [{ answer: 'mode' }, { answer: 'live' }]);
    assert.deepEqual(entry, { clientId: 'x' });
  });

  it('keeps the unit of energies, which is written by hand, when another thing is changed', async () => {
    const own = { ...staging, energyUnit: 'Wh' };
    const { entry } = await edit('staging', own, [{ answer: 'mode' }, { answer: 'test' }]);
    assert.deepEqual(entry, { ...own, mode: 'test' });
  });

  it('warns that the tokens of connected accounts follow a changed address', async () => {
    const acts: Act[] = [{ answer: 'baseUrl' }, 'keep'];
    const { asked } = await edit('staging', staging, acts, { accounts: 1 });
    assert.equal(asked[1]?.remark, undefined, 'not while it is the same');
    const { ui } = scripted([]);
    let remark: string | undefined;
    const watching = {
      ...ui,
      text: (question: Parameters<typeof ui.text>[0]) => {
        remark = question.check('https://elsewhere.example.com')?.message;
        return ui.text(question);
      },
    };
    const environment = {
      name: 'staging',
      entry: () => staging,
      hasSecret: () => Promise.resolve(true),
      accounts: 1,
      save: () => Promise.resolve(),
      saveSecret: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    };
    await editEnvironment(environment, watching, 'baseUrl');
    assert.match(remark ?? '', /Tokens of connected accounts/);
  });

  it('leaves removing to who asks first', async () => {
    assert.equal((await edit('staging', staging, [{ answer: 'remove' }])).removed, 1);
  });
});
