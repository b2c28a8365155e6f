import assert from 'node:assert/strict';
import { Grants } from '../../../../src/sandbox/oauth/grants.ts';
import { Store } from '../../../../src/sandbox/world/store.ts';

describe('tokens of the sandbox under load', () => {
  it('are forgotten before their time, the oldest of the session that is refreshed so often', () => {
    const store = Store.open(1);
    const grants = new Grants(store, { now: () => 0 }, 60);
    const connect = () => grants.exchange(grants.allow({ ownerId: '', vehicleIds: [], scopes: [] }, ''), '');
    const [quiet, first] = [connect(), connect()];
    let last = first;
    for (let count = 0; count < 5000; count++) last = grants.refresh(last.refresh_token);
    const { accessTokens, refreshTokens } = store.state;
    assert.ok(accessTokens.size + refreshTokens.size < 2000, `${accessTokens.size} and ${refreshTokens.size} are kept`);
    const works = [quiet, first, last].map(({ access_token: token }) => grants.grantOf(token) !== undefined);
    assert.deepEqual(works, [true, false, true]);
    assert.throws(() => grants.refresh(first.refresh_token), /Invalid refresh_token/);
    for (const { refresh_token: token } of [quiet, last]) grants.refresh(token);
  });
});
