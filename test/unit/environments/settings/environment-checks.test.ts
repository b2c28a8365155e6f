import assert from 'node:assert/strict';
import { checkEntry, checkField } from '../../../../src/environments/settings/environment-checks.ts';
import type { TextField } from '../../../../src/environments/settings/environment-entry.ts';

const uuid = '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07';
const own = { authUrl: 'https://auth.example.com', connectUrl: 'https://connect.example.com/oauth/authorize' };
const smartcar = { authUrl: 'https://auth.smartcar.com', connectUrl: 'https://connect.smartcar.com/oauth/authorize' };

type Row = readonly [field: TextField, value: string, severity: string | undefined];

function holds(rows: readonly Row[], context: typeof own): void {
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
    assert.match(checkField('clientId', 'client_01HXYZ', smartcar)?.message ?? '', /version 3/);
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
