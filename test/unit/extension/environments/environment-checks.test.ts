import assert from 'node:assert/strict';
import {
  type CheckContext,
  checkEntry,
  checkField,
  checkSecret,
} from '../../../../src/extension/environments/settings/environment-checks.ts';
import type { TextField } from '../../../../src/extension/environments/settings/environment-entry.ts';

const uuid = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';
const own = { authUrl: 'https://auth.example.com', connectUrl: 'https://connect.example.com/oauth/authorize' };
const smartcar = { authUrl: 'https://auth.smartcar.com', connectUrl: 'https://connect.smartcar.com/oauth/authorize' };

const smartcar3 = {
  authUrlV3: 'https://iam.smartcar.com',
  connectUrl: 'https://connect.smartcar.com/oauth/authorize',
  applicationId: uuid,
  apiClientId: 'client_01HXYZ',
} as const;

type Row = readonly [field: TextField, value: string, severity: string | undefined];

function holds(rows: readonly Row[], context: CheckContext): void {
  for (const [field, value, severity] of rows) {
    it(`${field} ${JSON.stringify(value)}: ${severity ?? 'good'}`, () => {
      assert.equal(checkField(field, value, context)?.severity, severity);
    });
  }
}

describe('checkField, of any service', () => {
  holds(
    [
      ['authUrl', 'https://auth.example.com', undefined],
      ['authUrl', 'http://localhost:4000', undefined],
      ['authUrl', 'http://127.0.0.1:4000/base', undefined],
      ['authUrl', 'http://127.0.0.2:4000', 'error'],
      ['authUrl', 'http://auth.example.com', 'error'],
      ['baseUrl', 'HTTP://api.example.com', 'error'],
      ['authUrl', ' https://auth.example.com ', 'error'],
      ['authUrl', 'auth.example.com', 'error'],
      ['authUrl', 'nonsense', 'error'],
      ['authUrl', '', 'error'],
      ['authUrl', 'ftp://auth.example.com', 'error'],
      ['authUrl', 'https://me:pw@auth.example.com', 'error'],
      ['authUrl', 'https://auth.example.com/oauth/token', 'error'],
      ['baseUrl', 'https://api.example.com/v2.0', 'error'],
      ['baseUrl', 'https://api.example.com/v2.0/', 'error'],
      ['baseUrl', 'https://api.example.com/?a=b', 'error'],
      ['connectUrl', 'https://connect.example.com', 'warning'],
      ['connectUrl', 'https://connect.example.com/start', undefined],
      ['clientId', 'anything', undefined],
      ['clientId', 'any:thing', 'error'],
      ['clientId', `${uuid}\n`, 'error'],
      ['redirectUri', 'http://localhost:52625/callback', undefined],
      ['redirectUri', 'http://127.0.0.1:52625/callback', undefined],
      ['redirectUri', 'http://localhost:0/callback', 'warning'],
      ['redirectUri', 'http://app.example.com/callback', 'error'],
      ['redirectUri', 'http://localhost:1/callback#x', 'error'],
      ['redirectUri', 'vscode://me.ext/callback', undefined],
      ['redirectUri', 'callback', 'error'],
    ],
    own,
  );
});

describe('checkField, of the public service', () => {
  holds(
    [
      ['clientId', uuid, undefined],
      ['clientId', 'client_01HXYZ', 'warning'],
      ['clientId', 'my-app', 'warning'],
      ['redirectUri', 'http://127.0.0.1:52625/callback', 'warning'],
      ['redirectUri', 'http://[::1]:52625/callback', 'warning'],
      ['redirectUri', 'vscode://me.ext/callback', 'warning'],
      ['redirectUri', `sc${uuid}://back`, undefined],
    ],
    smartcar,
  );

  it('tells an id for tokens of version 3 by its name', () => {
    assert.match(checkField('clientId', 'client_01HXYZ', smartcar)?.message ?? '', /API client ID/);
  });
});

describe('checkField, of version 3', () => {
  holds(
    [
      ['applicationId', uuid, undefined],
      ['applicationId', 'client_01HXYZ', 'warning'],
      ['applicationId', 'my-app', 'warning'],
      ['apiClientId', 'client_01HXYZ', undefined],
      ['apiClientId', uuid, 'warning'],
      ['apiClientId', 'client 01', 'error'],
      ['apiClientId', 'my-app', 'warning'],
      ['clientId', uuid, undefined],
      ['authUrlV3', 'https://iam.smartcar.com', undefined],
      ['authUrlV3', 'https://iam.smartcar.com/oauth2/token', 'error'],
      ['authUrlV3', 'https://auth.smartcar.com', 'error'],
      ['authUrlV3', 'https://vehicle.api.smartcar.com', 'error'],
      ['baseUrlV3', 'https://vehicle.api.smartcar.com', undefined],
      ['baseUrlV3', 'https://vehicle.api.smartcar.com/v3', 'error'],
      ['baseUrlV3', 'https://api.smartcar.com', 'error'],
      ['baseUrlV3', 'https://management.api.smartcar.com', 'error'],
    ],
    smartcar3,
  );

  it('says what it is and where it belongs, whichever two are mixed up', () => {
    const said = (field: TextField, value: string, context: CheckContext = smartcar3) =>
      checkField(field, value, context)?.message ?? '';
    assert.match(said('applicationId', 'client_01HXYZ'), /API client ID.*belongs in apiClientId/);
    assert.match(said('apiClientId', uuid), /Application ID, the legacy client ID or the Application Management Token/);
    assert.match(said('clientId', 'client_01HXYZ', smartcar), /API client ID.*belongs in apiClientId/);
    assert.match(
      said('baseUrlV3', 'https://api.smartcar.com'),
      /baseUrl of version 2\.0\. Enter https:\/\/vehicle\.api/,
    );
    assert.match(
      said('baseUrlV3', 'https://management.api.smartcar.com'),
      /management API of version 3\. Enter https:\/\/veh/,
    );
    assert.match(
      said('baseUrl', 'https://vehicle.api.smartcar.com', smartcar),
      /version 3\. Enter https:\/\/api\.smart/,
    );
  });

  it('knows IDs of other services by nothing but what can’t be', () => {
    const other = own;
    assert.equal(checkField('apiClientId', 'my-app', other), undefined);
    assert.equal(checkField('applicationId', 'my-app', other), undefined);
    assert.equal(checkField('applicationId', 'client_1', other)?.severity, 'warning');
  });
});

describe('checkSecret', () => {
  it('tells an ID that is pasted in place of the secret', () => {
    const said = (value: string, entry: Parameters<typeof checkSecret>[1] = smartcar3) => {
      const { severity = '', message = '' } = checkSecret(value, entry, entry === smartcar3 ? '3' : '2.0') ?? {};
      return `${severity}: ${message}`;
    };
    assert.match(said(' client_01HXYZ '), /^error: .*API client ID/);
    assert.match(said('client_another', smartcar), /^error: .*API client ID/);
    assert.match(said(uuid), /^error: .*Application ID/);
    assert.match(said(uuid, { ...smartcar, clientId: uuid }), /^error: .*client ID/);
    for (const secret of ['', 's3cret']) assert.equal(checkSecret(secret, smartcar3, '3'), undefined);
  });

  it('warns of a UUID as the secret of an API client of the public service: others have UUIDs', () => {
    const other = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
    const remark = checkSecret(other, smartcar3, '3');
    assert.equal(remark?.severity, 'warning');
    assert.match(remark.message, /legacy client secret or the Application Management Token/);
    assert.equal(checkSecret(other, smartcar, '2.0'), undefined, 'secrets of version 2.0 are UUIDs');
    assert.equal(checkSecret(other, own, '3'), undefined);
  });
});

describe('checkEntry', () => {
  it('gives the errors before the warnings, and nothing of what is not there', () => {
    const entry = { ...smartcar, clientId: 'client_1', redirectUri: 'http://a.example.com/' };
    const findings = checkEntry(entry);
    assert.deepEqual(
      findings.map(({ field, severity }) => [field, severity]),
      [
        ['redirectUri', 'error'],
        ['clientId', 'warning'],
      ],
    );
    assert.deepEqual(checkEntry({}), []);
  });
});
