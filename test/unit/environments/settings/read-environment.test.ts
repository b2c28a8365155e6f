import assert from 'node:assert/strict';
import { readEnvironment as read } from '../../../../src/environments/settings/read-environment.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';

const readEnvironment = (name: string, setting: unknown) => read(name, setting);

const complete = {
  authUrl: 'https://auth.example.com',
  baseUrl: 'https://api.example.com',
  connectUrl: 'https://connect.example.com/oauth/authorize',
  clientId: 'client-1',
  redirectUri: 'http://localhost:52625/callback',
};

function complaint(name: string, setting: unknown): ServiceError {
  try {
    readEnvironment(name, setting);
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  return assert.fail('the setting was accepted');
}

describe('readEnvironment', () => {
  it('takes a complete entry and asks for all permissions unless told otherwise', () => {
    assert.deepEqual(readEnvironment('staging', complete), {
      name: 'staging',
      ...complete,
      scopes: ['read_battery', 'read_charge_records', 'read_vehicle_info'],
    });
    assert.deepEqual(readEnvironment('staging', { ...complete, scopes: ['read_battery'] }).scopes, ['read_battery']);
  });

  it('needs only the client id for the public service, and lets each preset value be replaced', () => {
    const environment = readEnvironment('smartcar', { clientId: 'mine', redirectUri: 'http://localhost:9000/back' });
    assert.equal(environment.authUrl, 'https://auth.smartcar.com');
    assert.equal(environment.clientId, 'mine');
    assert.equal(environment.redirectUri, 'http://localhost:9000/back');
    assert.equal(environment.mode, 'live');
  });

  it('names the missing field and the setting to open', () => {
    const error = complaint('smartcar', undefined);
    assert.equal(error.message, 'Environment “smartcar” has no clientId.');
    assert.equal(error.turn, 'developer');
    assert.match(error.nextStep, /Edit Environment/);
  });

  it('refuses plain http except on this machine', () => {
    assert.match(
      complaint('staging', { ...complete, authUrl: 'http://auth.example.com' }).message,
      /authUrl: .*localhost only/,
    );
    assert.doesNotThrow(() => readEnvironment('local', { ...complete, authUrl: 'http://localhost:8080' }));
  });

  it('says so when an entry is of the wrong type, unknown or has a wrong value', () => {
    assert.match(complaint('staging', 'https://example.com').message, /not an object/);
    assert.match(complaint('nowhere', undefined).message, /no environment named “nowhere”/);
    assert.match(complaint('staging', { ...complete, mode: 'production' }).message, /mode/);
    assert.match(
      complaint('staging', { ...complete, redirectUri: 'callback' }).message,
      /redirectUri: Enter an address/,
    );
  });
});
