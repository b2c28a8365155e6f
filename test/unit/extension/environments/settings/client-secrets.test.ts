import assert from 'node:assert/strict';
import { ClientSecrets, secretVariable } from '../../../../../src/extension/environments/settings/client-secrets.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';

const url = 'https://auth.test';
const noMemory = { get: () => undefined, keys: () => [], update: () => Promise.resolve() };
const names = () => ['smartcar', 'staging', 'my-staging'];

function memoryStore() {
  const values = new Map<string, string>();
  return {
    values,
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
  };
}

describe('ClientSecrets', () => {
  it('keeps one secret per environment and tells that it changed', async () => {
    const secrets = new ClientSecrets(memoryStore(), {}, noMemory, names);
    let changes = 0;
    secrets.onDidChange(() => changes++);
    await secrets.set('smartcar', 's3cret', url);
    assert.equal(await secrets.get('smartcar', url), 's3cret');
    assert.equal(changes, 1);
    await assert.rejects(
      secrets.get('staging', url),
      (error) => error instanceof ServiceError && error.turn === 'developer',
    );
    await assert.rejects(
      secrets.get('staging:v3', url, 'staging'),
      ({ message }: Error) => message.includes('“staging”') && !message.includes(':v3'),
    );
  });

  it('falls back to the variable of the environment where nothing is stored or the keyring fails', async () => {
    const variables = { VEHICLE_DATA_CLIENT_SECRET_MY_STAGING: 'from-variable' };
    assert.equal(secretVariable('my-staging'), 'VEHICLE_DATA_CLIENT_SECRET_MY_STAGING');
    assert.equal(
      await new ClientSecrets(memoryStore(), variables, noMemory, names).get('my-staging', url),
      'from-variable',
    );
    const failing = { ...memoryStore(), get: () => Promise.reject(new Error('keyring is locked')) };
    assert.equal(await new ClientSecrets(failing, variables, noMemory, names).get('my-staging', url), 'from-variable');
  });

  it('says whether there is one, and forgets it', async () => {
    const secrets = new ClientSecrets(memoryStore(), { VEHICLE_DATA_CLIENT_SECRET_STAGING: 'x' }, noMemory, names);
    await secrets.set('smartcar', 's3cret', url);
    assert.deepEqual(await Promise.all(['smartcar', 'staging', 'other'].map((name) => secrets.has(name))), [
      true,
      true,
      false,
    ]);
    await secrets.forget('smartcar');
    assert.equal(await secrets.has('smartcar'), false);
  });

  it('prefers what the user stored', async () => {
    const store = memoryStore();
    const secrets = new ClientSecrets(store, { VEHICLE_DATA_CLIENT_SECRET_SMARTCAR: 'old' }, noMemory, names);
    await secrets.set('smartcar', 'new', url);
    assert.equal(await secrets.get('smartcar', url), 'new');
  });
});
