import assert from 'node:assert/strict';
import { environmentOfVersion } from '../../../../src/extension/environments/settings/environment-of-version.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';

const urls = { authUrl: 'https://a.test', baseUrl: 'https://b.test', connectUrl: 'https://c.test' };
const rest = { ...urls, redirectUri: 'http://localhost:0/callback', scopes: [] };
const of = (name: string, environment: Partial<ServiceEnvironment>): ServiceEnvironment => ({
  ...{ name, clientId: 'app-1', ...rest },
  ...environment,
});

describe('the environment that serves another version', () => {
  const known = new Map([
    ['sandbox', of('sandbox', {})],
    ['sandbox-v3', of('sandbox-v3', { version: '3', clientId: 'client-1', applicationId: 'app-1' })],
    ['others', of('others', { version: '3', clientId: 'client-2', applicationId: 'app-2' })],
    ['mine-v3', of('mine-v3', { version: '3', clientId: 'client-3', applicationId: 'app-1' })],
  ]);
  const resolved: string[] = [];
  const environments = {
    names: () => ['smartcar', ...known.keys()],
    resolve: (name: string) => {
      resolved.push(name);
      const found = known.get(name);
      return found ? Promise.resolve(found) : Promise.reject(new Error('No client ID.'));
    },
  };
  const find = (environment: string, version: '2.0' | '3', applicationId = 'app-1') =>
    environmentOfVersion(environments, { environment, applicationId }, version);

  it('is one of the same application, and of the sandbox only for the sandbox', async () => {
    assert.equal(await find('sandbox', '3'), 'sandbox-v3');
    assert.equal(await find('sandbox-v3', '2.0'), 'sandbox');
    resolved.length = 0;
    assert.equal(await find('mine', '3'), 'mine-v3');
    assert.ok(!resolved.some((name) => name.startsWith('sandbox')), 'the sandbox is not started for this');
    assert.equal(await find('mine', '3', 'app-9'), undefined);
    assert.equal(await find('mine', '2.0'), undefined);
  });
});
