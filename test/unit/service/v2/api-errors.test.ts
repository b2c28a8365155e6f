import assert from 'node:assert/strict';
import { apiFailure } from '../../../../src/service/v2/api-errors.ts';
import type { Turn } from '../../../../src/service/model/errors.ts';
import type { TextResponse } from '../../../../src/service/http/messages.ts';
import { everythingOf } from '../http/loopback.ts';

const receivedAt = Date.UTC(2026, 10, 21);
const token = 'access token/canary';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): TextResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers({ 'content-type': 'application/json', ...headers }), text, receivedAt };
}

/** Each type whose turn its codes may change (public), with those codes; the first has no text of its own. */
const documented: readonly (readonly [status: number, type: string, codes: Readonly<Record<string, Turn>>])[] = [
  [400, 'VALIDATION', { '': 'developer' }],
  [400, 'CONNECTED_SERVICES_ACCOUNT', { VIRTUAL_KEY_REQUIRED: 'owner', AUTHENTICATION_FAILED: 'owner' }],
  [401, 'AUTHENTICATION', { '': 'reconnect' }],
  [403, 'PERMISSION', { '': 'developer' }],
  [404, 'RESOURCE_NOT_FOUND', { PATH: 'developer', VERSION: 'developer' }],
  [409, 'VEHICLE_STATE', { DOOR_OPEN: 'owner', ASLEEP: 'retry', IN_MOTION: 'retry', UNREACHABLE: 'retry' }],
  [429, 'RATE_LIMIT', { SMARTCAR_API: 'retry', VEHICLE: 'retry' }],
  [430, 'BILLING', { INVALID_PLAN: 'developer', VEHICLE_REQUEST_LIMIT: 'developer' }],
  [500, 'SERVER', { INTERNAL: 'retry', RECORD_NOT_FOUND: 'developer', MULTIPLE_RECORDS_FOUND: 'developer' }],
  [501, 'COMPATIBILITY', { VEHICLE_NOT_CAPABLE: 'nobody', MAKE_NOT_COMPATIBLE: 'nobody' }],
  [502, 'UPSTREAM', { NO_RESPONSE: 'retry', RATE_LIMIT: 'retry' }],
];

describe('apiFailure', () => {
  for (const [status, type, codes] of documented) {
    for (const [code, turn] of Object.entries(codes)) {
      it(`${status} ${type}:${code} is for: ${turn}`, async () => {
        const body = { type, code: code === '' ? null : code, description: `Not ${token}.`, requestId: 'r-1' };
        const error = apiFailure(answer(status, body), { secrets: [token] });
        assert.deepEqual(
          [error.kind, error.turn, error.type, error.code, error.status, error.requestId, error.sent],
          ['api', turn, type, code === '' ? undefined : code, status, 'r-1', true],
        );
        const name = code === '' ? type : `${type}:${code}`;
        assert.ok(error.message.includes(`(${name}, HTTP ${status})`), error.message);
        assert.match(error.message, /The API says: “Not \[redacted\]\.”/);
        assert.ok(error.nextStep.length > 10);
        assert.doesNotMatch(await everythingOf(error), /canary/);
      });
    }
  }

  it('knows what happened and whose turn it is by the status alone where the body tells nothing', () => {
    const meanings: readonly (readonly [number, Turn, RegExp])[] = [
      [400, 'developer', /could not read the request/],
      [401, 'reconnect', /access token was rejected/],
      [403, 'developer', /did not grant the permission/],
      [404, 'developer', /does not know this address/],
      [409, 'owner', /vehicle’s state/],
      [410, 'developer', /switched off/],
      [418, 'developer', /rejected the request/],
      [429, 'retry', /Rate limit reached/],
      [430, 'developer', /plan does not allow/],
      [500, 'retry', /internal error/],
      [501, 'nobody', /does not support this/],
      [502, 'retry', /maker’s servers/],
      [503, 'retry', /a proxy in front of it/],
    ];
    for (const [status, turn, what] of meanings) {
      const body = answer(status, '<title>No\u202e  way</title>', { 'content-type': 'text/html' });
      const error = apiFailure(body, { secrets: [] });
      assert.deepEqual([error.kind, error.turn, error.status], ['not-json', turn, status]);
      const end = 'API version 2.0 seems to be switched off (HTTP 410).';
      const sent = `The API sent an HTML page titled “No way” (HTTP ${status}).`;
      assert.equal(error.message, status === 410 ? end : sent);
      const unknown = apiFailure(answer(status, { type: 'NEW', description: 'x' }), { secrets: [] });
      assert.deepEqual([unknown.kind, unknown.turn, unknown.type], ['api', turn, 'NEW']);
      assert.match(unknown.message, what);
    }
  });

  it('never reads a 403 as an expired token, and retries neither 430 nor 501, whatever the body says', () => {
    const turn = (status: number, type: string) =>
      apiFailure(answer(status, { type, resolution: { type: 'RETRY_LATER' } }), { secrets: [] }).turn;
    assert.equal(turn(403, 'AUTHENTICATION'), 'developer');
    for (const type of ['UPSTREAM', 'SERVER', 'RATE_LIMIT', 'NEW']) {
      assert.equal(turn(430, type), 'developer');
      assert.equal(turn(501, type), 'nobody');
    }
  });

  it('names the permission of a 403, and has the owner connect again for it', () => {
    const error = apiFailure(answer(403, { type: 'PERMISSION' }), { permission: 'read_battery', secrets: [] });
    assert.match(error.nextStep, /scopes include “read_battery”/);
    assert.equal(error.remedy, 'reconnect');
  });

  it('says that version 2.0 looks switched off', () => {
    for (const failed of [
      answer(404, { type: 'RESOURCE_NOT_FOUND', code: 'VERSION' }),
      answer(410, { type: 'RESOURCE_NOT_FOUND', code: 'PATH' }),
      answer(410, { error: 'gone', message: 'gone' }),
    ]) {
      const error = apiFailure(failed, { secrets: [] });
      assert.match(error.message, /2\.0 seems to be switched off/);
      assert.match(error.nextStep, /fourth quarter of 2026/);
    }
  });

  it('reads the OAuth shape and the older one', () => {
    const oauth = apiFailure(answer(401, { error: 'invalid_token', error_description: 'It is over.' }), {
      secrets: [],
    });
    assert.deepEqual([oauth.kind, oauth.turn, oauth.type], ['api', 'reconnect', 'invalid_token']);
    assert.match(oauth.message, /“It is over\.”/);
    const old = { error: 'authentication_error', message: 'Invalid authorization header.' };
    const legacy = apiFailure(answer(401, old), { secrets: [] });
    assert.deepEqual([legacy.kind, legacy.turn, legacy.type], ['api', 'reconnect', 'authentication_error']);
    assert.match(legacy.message, /“Invalid authorization header\.”/);
  });

  it('holds the owner’s address where no log looks, and only an encrypted one', async () => {
    const resolution = { type: 'REAUTHENTICATE', url: 'https://connect.example/?token=canary' };
    const body = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED', resolution };
    const error = apiFailure(answer(400, body), { secrets: [] });
    assert.equal(error.ownerUrl, resolution.url);
    assert.doesNotMatch(await everythingOf(error), /canary/);
    for (const url of ['javascript:alert(1)', 'http://connect.example/', 'nonsense']) {
      assert.equal(apiFailure(answer(400, { ...body, resolution: { url } }), { secrets: [] }).ownerUrl, undefined);
    }
  });
});
