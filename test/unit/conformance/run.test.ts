import assert from 'node:assert/strict';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { readCommandLine } from '../../conformance/command-line.ts';
import { withCredentials3 } from '../../conformance/credentials.ts';
import { fillForm } from '../../conformance/forms.ts';
import { type OwnSandbox, startOwnSandbox } from '../../conformance/own-sandbox.ts';
import { exitCodeOf, report, table } from '../../conformance/report.ts';
import { Broken, type Rule, Skipped } from '../../conformance/rule.ts';
import { allRules } from '../../conformance/rules/index.ts';
import { checkAll, type Result } from '../../conformance/run.ts';
import { version3Rules } from '../../conformance/v3/rules/index.ts';
import { World3 } from '../../conformance/v3/world.ts';
import { World } from '../../conformance/world.ts';

const rule = (id: string, parts: Partial<Rule> = {}): Rule => ({
  id,
  section: 'Section',
  title: `What ${id} says`,
  basis: 'document',
  check: () => Promise.resolve(),
  ...parts,
});
const fails = (message: string) => () => Promise.reject(new Broken(message));

const reasonsOf = (results: readonly Result[]) =>
  new Map(results.map(({ rule: { id }, outcome, reason }) => [id, `${outcome} ${reason}`]));
const othersThan = (results: readonly Result[], ...expected: readonly Result['outcome'][]) =>
  results.filter(({ outcome }) => !expected.includes(outcome)).map(({ rule: { id }, reason }) => `${id}: ${reason}`);

describe('the rules of the conformance suite', () => {
  for (const [version, rules] of Object.entries({ '2.0': allRules, '3': version3Rules })) {
    it(`have ids of their own, and build on rules that stand before them, in version ${version}`, () => {
      const ids = rules.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const [index, { id, buildsOn = [] }] of rules.entries()) {
        for (const base of buildsOn) assert.ok(ids.slice(0, index).includes(base), `${id} on ${base}`);
      }
    });
  }
});

describe('a run of the conformance suite', () => {
  let own: OwnSandbox;
  before(async () => {
    own = await startOwnSandbox();
  });
  after(() => own.sandbox.close());

  it('passes our own sandbox whole, in both versions', async () => {
    const [first, second] = [await startOwnSandbox(), await startOwnSandbox()];
    const results = [
      ...(await checkAll(new World(first.target), allRules)),
      ...(await checkAll(new World3(second.version3), version3Rules)),
    ];
    await Promise.all([first, second].map(({ sandbox }) => sandbox.close()));
    assert.deepEqual(othersThan(results, 'pass'), []);
  });

  it('walks through Connect as an owner where nothing approves by itself, with what the sandbox says', async () => {
    const sandbox = await startSandbox();
    try {
      const { authUrl, baseUrl, connectUrl, controlUrl } = sandbox.addresses;
      const { redirectUri } = own.version3;
      const given = { authUrl, baseUrl, managementUrl: baseUrl, connectUrl, controlUrl, redirectUri };
      const target = await withCredentials3({ ...given, clientId: '', clientSecret: '' });
      const results = await checkAll(new World3(target), version3Rules);
      assert.deepEqual(othersThan(results, 'pass', 'skipped'), []);
      assert.equal(reasonsOf(results).get('v3.events.signature'), 'pass ');
    } finally {
      await sandbox.close();
    }
  });

  it('skips what the implementation does not offer, and fails nothing for it', async () => {
    const { refresh } = await new World(own.target).pair();
    const { connectUrl: _, controlUrl: __, outsideVehicle: ___, ...bare } = own.target;
    const results = await checkAll(new World({ ...bare, refreshToken: refresh }), allRules);
    assert.deepEqual(othersThan(results, 'pass', 'skipped'), []);
    const reasons = reasonsOf(results);
    assert.equal(reasons.get('access.7200'), 'skipped needs a clock to turn: no --control-url');
    assert.equal(reasons.get('token.code-exchange'), 'skipped needs an owner who connects: no --connect-url');
    assert.equal(reasons.get('records.fields'), 'pass ');
  });

  it('changes nothing in version 3 where neither Connect nor a webhook is named, and says what is missing', async () => {
    const userId = await new World3(own.version3).userId();
    const before = await new World3({ ...own.version3, userId }).connections();
    const { connectUrl: _, controlUrl: __, applicationId: ___, webhookId: ____, ...bare } = own.version3;
    const results = await checkAll(new World3({ ...bare, userId }), version3Rules);
    assert.deepEqual(othersThan(results, 'pass', 'skipped'), []);
    assert.deepEqual(await new World3({ ...own.version3, userId }).connections(), before);
    const reasons = reasonsOf(results);
    assert.equal(reasons.get('v3.subscriptions.create'), 'skipped needs a webhook: no --webhook-id');
    assert.match(reasons.get('v3.signals.status') ?? '', /^skipped no vehicle that is known has stored signals/);
    assert.equal(reasons.get('v3.connections.filter-user'), 'pass ');
    const ownerless = reasonsOf(await checkAll(new World3(bare), version3Rules));
    assert.match(ownerless.get('v3.connections.list') ?? '', /^skipped needs an owner: no --user-id/);
    await assert.rejects(withCredentials3({ ...bare, clientSecret: '' }), /--client-id and --client-secret are needed/);
  });

  it('says so where it could check next to nothing, and does not end as if all were well', async () => {
    const { connectUrl: _, controlUrl: __, ...bare } = own.target;
    const results = await checkAll(new World(bare), allRules);
    assert.match(table(results).split('\n').at(-1) ?? '', /^Incomplete: only \d+ rules could be checked\./);
    assert.equal(exitCodeOf(results), 3);
  });

  it('takes tokens from a code that was given by hand', async () => {
    const code = await new World(own.target).connect();
    const { connectUrl: _, ...bare } = own.target;
    const some = allRules.filter(({ id }) => ['token.refresh', 'data.bearer-accepted'].includes(id));
    const results = await checkAll(new World({ ...bare, code }), some);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['pass', 'pass'],
    );
  });

  it('skips what builds on a rule that does not hold, however far', async () => {
    const rules = [
      rule('a', { check: fails('because') }),
      rule('b', { buildsOn: ['a'] }),
      rule('c', { buildsOn: ['b'] }),
      rule('d', { check: () => Promise.reject(new Skipped('no vehicle')) }),
      rule('e', { buildsOn: ['d'] }),
    ];
    const results = await checkAll(new World(own.target), rules);
    assert.deepEqual(
      results.map(({ outcome, reason }) => [outcome, reason]),
      [
        ['fail', 'because'],
        ['skipped', 'builds on a, which does not hold'],
        ['skipped', 'builds on b, which does not hold'],
        ['skipped', 'no vehicle'],
        ['pass', ''],
      ],
    );
  });

  it('counts an implementation that is not there as failed', async () => {
    await own.sandbox.close();
    const [result] = await checkAll(new World(own.target), [
      rule('a', { check: async (world) => void (await world.refresh('x')) }),
    ]);
    assert.equal(result?.outcome, 'fail');
    assert.match(result?.reason ?? '', /^the request failed: /);
  });

  it('is told as a table and as JSON', async () => {
    const results = await checkAll(new World(own.target), [
      rule('a'),
      rule('b', { check: fails('because'), basis: 'public' }),
    ]);
    const lines = table(results).split('\n');
    assert.match(lines[1] ?? '', /^pass +document +a +Section +What a says$/);
    assert.match(lines[2] ?? '', /^fail +public +b /);
    assert.equal(lines[3]?.trim(), 'because');
    assert.equal(lines.at(-1), '2 rules: 1 pass, 1 fail (1 public), 0 skipped');
    assert.deepEqual(JSON.parse(report(results)), {
      incomplete: false,
      rules: [
        { id: 'a', section: 'Section', title: 'What a says', basis: 'document', outcome: 'pass' },
        { id: 'b', section: 'Section', title: 'What b says', basis: 'public', outcome: 'fail', reason: 'because' },
      ],
    });
  });
});

describe('the command line of the conformance suite', () => {
  it('checks both versions of our own sandbox when no address is given, or one of them', () => {
    const versions = (...args: string[]) => readCommandLine(args).checks.map(({ version }) => version);
    assert.deepEqual(versions('--json'), ['2.0', '3']);
    assert.deepEqual(versions('--api-version', '3'), ['3']);
    assert.equal(readCommandLine([]).checks[0]?.target, undefined);
  });

  it('reads an implementation, the secret from the environment, too', () => {
    const args = ['--auth-url', 'http://a/', '--base-url', 'http://b', '--vehicle', 'id:BMW', '--client-id', 'c'];
    const [check] = readCommandLine(args, { VEHICLE_DATA_CLIENT_SECRET: 's' }).checks;
    assert.ok(check?.version === '2.0');
    assert.equal(check.target?.authUrl, 'http://a');
    assert.equal(check.target.clientSecret, 's');
    assert.deepEqual(check.target.vehicles, [{ id: 'id', make: 'bmw' }]);
  });

  it('reads an implementation of version 3', () => {
    const args = ['--api-version', '3', '--auth-url', 'http://a', '--base-url', 'http://b/', '--user-id', 'u'];
    const [check] = readCommandLine(args).checks;
    assert.ok(check?.version === '3');
    const { authUrl, baseUrl, managementUrl, userId } = check.target ?? {};
    assert.deepEqual(
      { authUrl, baseUrl, managementUrl, userId },
      {
        authUrl: 'http://a',
        baseUrl: 'http://b',
        managementUrl: 'http://b',
        userId: 'u',
      },
    );
  });

  it('says what is wrong', () => {
    assert.throws(() => readCommandLine(['--auth-url', 'http://a']), /--base-url are both needed/);
    assert.throws(
      () => readCommandLine(['--auth-url', 'nowhere', '--base-url', 'http://b']),
      /--auth-url is no address/,
    );
    assert.throws(() => readCommandLine(['--api-version', '4']), /--api-version is 2\.0 or 3, not '4'/);
    const both = ['--auth-url', 'http://a', '--base-url', 'http://b'];
    assert.throws(
      () => readCommandLine([...both, '--user-id', 'u']),
      /--user-id is for version 3: pass --api-version 3/,
    );
    const version3 = [...both, '--api-version', '3', '--code', 'c'];
    assert.throws(() => readCommandLine(version3), /--code is for version 2\.0/);
  });
});

describe('a form', () => {
  const page = `<form method="post" action="/go?a=1&amp;b=2"><input type="hidden" name="h" value="&quot;1&quot;">
    <input type="radio" name="r" value="one"><input type="radio" name="r" value="two" checked>
    <input type="checkbox" name="c" value="x" checked /><input type="checkbox" name="c" value="y" />
    <button name="d" value="allow">Allow</button><button name="d" value="deny">Deny</button></form>`;

  it('is filled as it stands, with the button that was asked for', () => {
    assert.deepEqual(fillForm(page, 'deny'), { action: '/go?a=1&b=2', body: 'h=%221%22&r=two&c=x&d=deny' });
    assert.equal(fillForm(page, 'one')?.body, 'h=%221%22&r=one&c=x&d=allow');
  });

  it('is not made up where there is none', () => {
    assert.equal(fillForm('<p>No form</p>', 'allow'), undefined);
  });
});
