import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiError } from '../../../../src/service/v2/contract.ts';
import { noon, SandboxClient } from '../client.ts';

describe('clock of the sandbox', () => {
  let folder: string;
  let outside: number;
  let client: SandboxClient;
  const start = () => SandboxClient.start({ stateFile: join(folder, 'state.json'), clock: { now: () => outside } });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-clock-'));
    outside = noon;
    client = await start();
  });
  afterEach(async () => {
    await client.close();
    rmSync(folder, { recursive: true });
  });

  const turn = async (change: unknown) => (await client.control('/clock', 'POST', change)).json();
  const now = () => client.sandbox.clock.now() - noon;

  it('is set, by ISO time or by seconds', async () => {
    const reading = await turn({ set: '2026-11-21T14:00:00+01:00' });
    assert.deepEqual(reading, { now: '2026-11-21T13:00:00.000Z', frozen: false, speed: 1 });
    assert.deepEqual(await (await client.control('/clock')).json(), reading);
    await turn({ set: noon / 1000 + 7200 });
    assert.equal(now(), 7_200_000);
  });

  it('stands while it is frozen, and runs on from there', async () => {
    await turn({ freeze: true });
    outside += 5000;
    assert.equal(now(), 0);
    await turn({ advance: 60 });
    assert.equal(now(), 60_000);
    await turn({ freeze: false });
    outside += 1000;
    assert.equal(now(), 61_000);
  });

  it('runs faster', async () => {
    await turn({ speed: 60 });
    outside += 1000;
    assert.equal(now(), 60_000);
    await turn({ speed: 0.5 });
    outside += 1000;
    assert.equal(now(), 60_500);
  });

  it('goes on after a restart, even if a scenario says where it begins', async () => {
    await client.close();
    const scenario = { clock: { set: '2027-01-01', freeze: true } };
    const clock = { now: () => outside };
    const stateFile = join(folder, 'other.json');
    client = await SandboxClient.start({ stateFile, scenario, clock });
    await turn({ advance: 60, freeze: false, speed: 2 });
    await client.close();
    client = await SandboxClient.start({ stateFile, scenario, clock });
    assert.deepEqual(client.sandbox.clock.reading, { now: '2027-01-01T00:01:00.000Z', frozen: false, speed: 2 });
  });

  it('goes back by a reset only, which may say where it begins', async () => {
    const refused = await client.control('/clock', 'POST', { set: '2026-01-01' });
    assert.equal(refused.status, 400);
    assert.match(apiError.parse(await refused.json()).description ?? '', /cannot go back/);
    const { access_token } = await client.pair();
    const answer = await client.control('/reset', 'POST', { set: '2026-01-01', freeze: true });
    assert.deepEqual(await answer.json(), { now: '2026-01-01T00:00:00.000Z', frozen: true, speed: 1 });
    assert.equal((await client.get('/v2.0/user', access_token)).status, 401);
    assert.equal((await client.control('/reset', 'POST')).status, 200);
    assert.equal(now(), 0);
  });

  it('refuses what is no time, naming the field', async () => {
    const cases: [unknown, RegExp][] = [
      [{ set: 'tomorrow' }, /^set: must be an ISO 8601 time/],
      [{ set: 1e300 }, /^set: /],
      [{ set: '1999-01-01' }, /cannot go back/],
      [{ speed: 0 }, /^speed: /],
      [{ freeze: 'yes' }, /^freeze: /],
      [{ advance: 1e300 }, /^advance: /],
      [{ advance: 252_000_000_000 }, /2000 and 9998/],
      [{ advance: 1, set: '2027-01-01' }, /^set: cannot be combined with advance/],
      [{}, /^the whole: one of/],
      [undefined, /^the whole: /],
    ];
    for (const [change, reason] of cases) {
      const answer = await client.control('/clock', 'POST', change);
      assert.equal(answer.status, 400, JSON.stringify(change));
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
    assert.equal(now(), 0);
  });
});
