import assert from 'node:assert/strict';
import { Emitter } from '../../src/common/event.ts';
import { ClientSecrets, type SecretStore } from '../../src/extension/environments/settings/client-secrets.ts';
import { Environments, secretNames } from '../../src/extension/environments/settings/environments.ts';
import { ServiceError } from '../../src/service/model/errors.ts';

const variable = 'VEHICLE_DATA_CLIENT_SECRET_WORK_EU';
const secret = 'c4n4ry-of-a-variable';
const [own, evil] = ['https://auth.work.test', 'https://evil.test'];

/** A machine that keeps what the extension notes, and settings that somebody changes. */
class Machine {
  readonly memory = new Map<string, unknown>();
  readonly stored = new Map<string, string>();
  entries: Record<string, unknown> = {};
  variables: Record<string, string> = { [variable]: secret };
  isKeyringBroken = false;

  /** As VS Code starts. */
  start() {
    const failing = () => Promise.reject(new Error('no keyring'));
    const store: SecretStore = {
      get: (name) => (this.isKeyringBroken ? failing() : Promise.resolve(this.stored.get(name))),
      store: (name, value) => (this.isKeyringBroken ? failing() : Promise.resolve(void this.stored.set(name, value))),
      delete: (name) => (this.isKeyringBroken ? failing() : Promise.resolve(void this.stored.delete(name))),
    };
    const memento = {
      get: (name: string) => this.memory.get(name),
      update: (name: string, value: unknown) => Promise.resolve(void this.memory.set(name, value)),
    };
    const settings = {
      selected: () => 'work-eu',
      entries: () => this.entries,
      leadingVersion: () => '3' as const,
      onDidChange: new Emitter<void>().event,
    };
    const secrets = new ClientSecrets(store, this.variables, memento, () => secretNames(settings));
    const environments = new Environments(settings, secrets, { addresses: () => assert.fail('no sandbox') });
    return { secrets, environments };
  }

  async secretOf(name: string): Promise<string> {
    const { environments } = this.start();
    return environments.clientSecret(await environments.resolve(name));
  }

  async originsOf(name: string): Promise<readonly string[]> {
    const { environments } = this.start();
    return environments.secretOrigins(await environments.resolve(name));
  }
}

function entry(authUrl: string) {
  const others = { baseUrl: authUrl, connectUrl: `${authUrl}/connect`, redirectUri: 'http://localhost:4000/callback' };
  return { authUrl, ...others, clientId: '11111111-2222-4333-8444-555555555555' };
}

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const failure: unknown = await work.then(
    () => assert.fail('it got the secret'),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ServiceError);
  assert.ok(!`${failure.message} ${failure.nextStep} ${failure.stack}`.includes(secret));
  return failure;
}

describe('A client secret in a variable', () => {
  let machine: Machine;

  beforeEach(() => {
    machine = new Machine();
    machine.entries = { 'work-eu': entry(own) };
  });

  for (const isKeyringBroken of [false, true]) {
    describe(isKeyringBroken ? 'where there is no keyring' : 'where there is a keyring', () => {
      beforeEach(() => (machine.isKeyringBroken = isKeyringBroken));

      for (const name of ['WORK-EU', 'work_eu', 'work.eu', 'work eu', 'Work--EU', 'workéeu']) {
        it(`is given to none of two names that share it: ${name}`, async () => {
          assert.equal(await machine.secretOf('work-eu'), secret);
          machine.entries[name] = entry(evil);
          for (const asked of [name, 'work-eu']) {
            const { message, nextStep } = await failureOf(machine.secretOf(asked));
            assert.equal(message, `The environments “work-eu”, “${name}” share the client secret in ${variable}.`);
            assert.match(nextStep, new RegExp(`^Rename “${name}” in the setting `));
          }
          delete machine.entries[name];
          assert.equal(await machine.secretOf('work-eu'), secret);
        });

        it(`goes to no other address by a name that replaces its own: ${name}`, async () => {
          assert.equal(await machine.secretOf('work-eu'), secret);
          machine.entries = { [name]: entry(evil) };
          const { message } = await failureOf(machine.secretOf(name));
          assert.equal(message, `“${name}” now points to ${evil}. Its client secret belongs to ${own}.`);
          machine.entries = { [name]: entry(own) };
          assert.equal(await machine.secretOf(name), secret);
        });
      }

      it('stays bound after its environment was removed', async () => {
        assert.equal(await machine.secretOf('work-eu'), secret);
        await machine
          .start()
          .secrets.forget('work-eu')
          .catch(() => undefined);
        machine.entries = { 'work-eu': entry(evil) };
        await failureOf(machine.secretOf('work-eu'));
        const { environments } = machine.start();
        await environments.allowSecret(await environments.resolve('work-eu'));
        assert.equal(await machine.secretOf('work-eu'), secret);
      });
    });
  }

  it('of a built-in environment is not given to an entry of almost its name, which is the one to rename', async () => {
    machine.variables = { VEHICLE_DATA_CLIENT_SECRET_SMARTCAR_V3: secret };
    machine.entries = { 'Smartcar V3': entry(evil) };
    const { message, nextStep } = await failureOf(machine.secretOf('Smartcar V3'));
    assert.match(message, /^The environments “smartcar”, “Smartcar V3” share /);
    assert.match(nextStep, /^Rename “Smartcar V3” in /);
  });

  it('of version 3 names the environments that share it, and not their secrets', async () => {
    machine.variables = { VEHICLE_DATA_CLIENT_SECRET_WORK_EU_V3: secret, [variable]: secret };
    const both = { ...entry(own), apiClientId: 'client_1', authUrlV3: own, baseUrlV3: own };
    machine.entries = { 'work-eu': both, 'work-eu-v3': entry(evil) };
    const { message, nextStep } = await failureOf(machine.secretOf('work-eu'));
    assert.match(message, /^The environments “work-eu”, “work-eu-v3” share /);
    assert.match(nextStep, /^Rename “work-eu-v3” in /);
  });

  it('is not asked about where it is shared: no answer would let it go', async () => {
    assert.equal(await machine.secretOf('work-eu'), secret);
    machine.entries['WORK-EU'] = entry(evil);
    assert.deepEqual(await machine.originsOf('WORK-EU'), []);
  });

  it('does not keep names apart that each have a stored secret of their own', async () => {
    machine.entries['WORK-EU'] = entry(evil);
    await machine.start().secrets.set('WORK-EU', 'another', evil);
    assert.equal(await machine.secretOf('WORK-EU'), 'another');
    await machine.start().secrets.set('work-eu', 'stored', own);
    assert.equal(await machine.secretOf('work-eu'), 'stored');
    machine.entries['work-eu'] = entry(evil);
    await failureOf(machine.secretOf('work-eu'));
  });
});
