import assert from 'node:assert/strict';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { withCredentials3 } from '../../../conformance/credentials.ts';
import { type OwnSandbox, startOwnSandbox } from '../../../conformance/own-sandbox.ts';
import { checkAll, type Result } from '../../../conformance/run.ts';
import { version3Rules } from '../../../conformance/v3/rules/index.ts';
import { World3 } from '../../../conformance/v3/world.ts';

const outcomesOf = (results: readonly Result[]) =>
  new Map(results.map(({ rule: { id }, outcome, reason }) => [id, `${outcome} ${reason}`]));
const failuresOf = (results: readonly Result[]) =>
  results.filter(({ outcome }) => outcome === 'fail').map(({ rule: { id }, reason }) => `${id}: ${reason}`);

describe('a run of the conformance suite for version 3', () => {
  let own: OwnSandbox;
  beforeEach(async () => {
    own = await startOwnSandbox();
  });
  afterEach(() => own.sandbox.close());

  it('skips what the implementation does not offer, and fails nothing for it', async () => {
    const userId = await new World3(own.version3).userId();
    const { connectUrl: _, controlUrl: __, applicationId: ___, webhookId: ____, ...bare } = own.version3;
    const results = await checkAll(new World3({ ...bare, userId }), version3Rules);
    assert.deepEqual(failuresOf(results), []);
    const outcomes = outcomesOf(results);
    assert.equal(outcomes.get('v3.token.lifetime'), 'skipped needs a clock to turn: no --control-url');
    assert.equal(outcomes.get('v3.connections.delete'), 'skipped needs an owner who connects: no --connect-url');
    assert.equal(outcomes.get('v3.subscriptions.create'), 'skipped needs a webhook: no --webhook-id');
    assert.match(outcomes.get('v3.signals.status') ?? '', /^skipped no vehicle that is known has stored signals/);
    assert.equal(outcomes.get('v3.events.verify'), 'skipped needs a clock to turn: no --control-url');
    assert.equal(outcomes.get('v3.connections.filter-user'), 'pass ');
  });

  it('changes nothing where neither Connect nor a webhook is named', async () => {
    const userId = await new World3(own.version3).userId();
    const before = await new World3({ ...own.version3, userId }).connections();
    const { connectUrl: _, webhookId: __, ...bare } = own.version3;
    await checkAll(new World3({ ...bare, userId }), version3Rules);
    assert.deepEqual(await new World3({ ...own.version3, userId }).connections(), before);
  });

  it('needs an owner, and says so', async () => {
    const { connectUrl: _, ...bare } = own.version3;
    const outcomes = outcomesOf(await checkAll(new World3(bare), version3Rules));
    assert.match(outcomes.get('v3.connections.list') ?? '', /^skipped needs an owner: no --user-id, nor --connect-url/);
  });

  it('walks through Connect as an owner where nothing approves by itself, with what the sandbox says', async () => {
    const sandbox = await startSandbox();
    try {
      const { authUrl, baseUrl, connectUrl, controlUrl } = sandbox.addresses;
      const { redirectUri } = own.version3;
      const given = { authUrl, baseUrl, managementUrl: baseUrl, connectUrl, controlUrl, redirectUri };
      const target = await withCredentials3({ ...given, clientId: '', clientSecret: '' });
      const results = await checkAll(new World3(target), version3Rules);
      assert.deepEqual(failuresOf(results), []);
      assert.equal(outcomesOf(results).get('v3.signals.status'), 'pass ');
      assert.equal(outcomesOf(results).get('v3.events.signature'), 'pass ');
    } finally {
      await sandbox.close();
    }
  });

  it('says which credentials are missing', async () => {
    const { controlUrl: _, ...bare } = own.version3;
    await assert.rejects(withCredentials3({ ...bare, clientSecret: '' }), /--client-id and --client-secret are needed/);
  });
});
