import assert from 'node:assert/strict';
import { editEnvironment } from '../../../../../src/extension/environments/edit/edit-environment.ts';
import type { Editable } from '../../../../../src/extension/environments/edit/edit-environment.ts';
import type { EnvironmentEntry } from '../../../../../src/extension/environments/settings/environment-entry.ts';
import type { Act } from './guided-script.ts';
import { scripted } from './guided-script.ts';

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
    const { secrets, asked } = await edit('smartcar', {}, [{ answer: ' new ' }], { first: 'secret' });
    assert.deepEqual(secrets, ['new']);
    assert.match(asked[0]?.labels[0] ?? '', /legacy|page in the dashboard/i);
  });

  it('takes a secret that only looks like another', async () => {
    const ids = { applicationId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07', apiClientId: 'client_1' };
    const secret = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    assert.deepEqual((await edit('smartcar-v3', ids, [{ answer: secret }], { first: 'secret' })).secrets, [secret]);
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

  it('offers the vehicles that Connect has in the version', async () => {
    const offered = async (entry: EnvironmentEntry) =>
      (await edit('staging', entry, [{ answer: 'mode' }])).asked[1]?.labels.map((label) => /\((.*)\)/.exec(label)?.[1]);
    assert.deepEqual(await offered(staging), [undefined, 'live', 'test', 'simulated']);
    assert.deepEqual(await offered({ ...staging, version: '3' }), [undefined, 'live', 'simulated']);
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
