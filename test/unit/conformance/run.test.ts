import assert from 'node:assert/strict';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { readCommandLine } from '../../conformance/command-line.ts';
import { withCredentials3 } from '../../conformance/command-line.ts';
import { type OwnSandbox, startOwnSandbox } from '../../conformance/own-sandbox.ts';
import { exitCodeOf, report, table } from '../../conformance/run.ts';
import { Broken, type Rule, Skipped } from '../../conformance/rule.ts';
import { allRules } from '../../conformance/all-rules.ts';
import { checkAll, type Result } from '../../conformance/run.ts';
import { version3Rules } from '../../conformance/all-rules.ts';
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
  const both = ['--auth-url', 'http://a/', '--base-url', 'http://b'];

  it('checks both versions of our own sandbox, or an implementation of one', () => {
    const versions = (...args: string[]) => readCommandLine(args).checks.map(({ version }) => version);
    assert.deepEqual([versions('--json'), versions('--api-version', '3')], [['2.0', '3'], ['3']]);
    const args = [...both, '--vehicle', 'id:BMW', '--client-id', 'c'];
    const [check] = readCommandLine(args, { VEHICLE_DATA_CLIENT_SECRET: 's' }).checks;
    assert.ok(check?.version === '2.0');
    const { authUrl, clientSecret, vehicles } = check.target ?? {};
    assert.deepEqual([authUrl, clientSecret, vehicles], ['http://a', 's', [{ id: 'id', make: 'bmw' }]]);
    const [check3] = readCommandLine([...both, '--api-version', '3', '--user-id', 'u']).checks;
    assert.ok(check3?.version === '3');
    assert.deepEqual([check3.target?.managementUrl, check3.target?.userId], ['http://b', 'u']);
  });

  it('says what is wrong', () => {
    for (const [args, words] of [
      [['--auth-url', 'http://a'], /--base-url are both needed/],
      [['--auth-url', 'nowhere', '--base-url', 'http://b'], /--auth-url is no address/],
      [['--api-version', '4'], /--api-version is 2\.0 or 3, not '4'/],
      [[...both, '--user-id', 'u'], /--user-id is for version 3: pass --api-version 3/],
      [[...both, '--api-version', '3', '--code', 'c'], /--code is for version 2\.0/],
    ] as const) {
      assert.throws(() => readCommandLine(args), words);
    }
  });
});
