import assert from 'node:assert/strict';
import { checkText } from '../../../src/check/rules/check-text.ts';
import { explain } from '../../../src/check/rules/texts.ts';
import { findingKinds } from '../../../src/check/rules/finding.ts';
import { headline } from '../../../src/check/rules/texts.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpPage } from '../../../src/common/help-page.ts';
import { root } from '../../tools/lib/paths.ts';
import { fieldMappingTable } from './field-mappings-table.ts';

const v3 = 'https://vehicle.api.smartcar.com/v3';

/** What the one finding in a line of a client says that there is in version 3. */
function instead(line: string): string | undefined {
  const text = `import smartcar from 'smartcar';\n${line}`;
  const [first, ...more] = checkText('client.ts', text, { projectUsesService: true });
  assert.deepEqual(more, []);
  return first?.instead;
}

describe('what the migration check names instead', () => {
  for (const [path, expected] of [
    ['', v3],
    ['/user', 'redirect URI: user_id'],
    ['/compatibility', 'compatibility.api.smartcar.com'],
    ['/vehicles', `${v3}/connections: data[].relationships.vehicle.data.id`],
    ['/vehicles/${id}', `${v3}/vehicles/{id}: data.attributes`],
    ['/vehicles/${id}/application', `DELETE ${v3}/connections/{connectionId}`],
    ['/vehicles/${id}/permissions', `${v3}/connections/{connectionId}: data.attributes.permissions[]`],
    ['/vehicles/${id}/vin', `${v3}/vehicles/{id}/signals/vehicleidentification-vin`],
    ['/vehicles/${id}/horn', `${v3}/vehicles/{id}/signals`],
    [
      '/vehicles/${id}/charge',
      `${v3}/vehicles/{id}/signals/charge-ischargingcableconnected (POST: /vehicles/{id}/commands/charge/start)`,
    ],
    [
      '/vehicles/${id}/charge/limit',
      `${v3}/vehicles/{id}/signals/charge-chargelimits (POST: /vehicles/{id}/commands/charge/set-limit)`,
    ],
    ['/vehicles/${id}/security', `${v3}/vehicles/{id}/signals/closure-… (POST: /vehicles/{id}/commands/security/lock)`],
  ] as const) {
    it(`is ${expected} for https://api.smartcar.com/v2.0${path}`, () => {
      assert.equal(instead(`f(\`https://api.smartcar.com/v2.0${path}\`)`), expected);
    });
  }

  for (const [line, expected] of [
    ['f(`${base}/vehicles/${id}/application`)', 'DELETE /connections/{connectionId}'],
    ["smartcar.getUser('token')", 'redirect URI: user_id'],
    // What their paths say.
    ['vehicle.odometer()', '/vehicles/{id}/signals/odometer-…'],
    ['vehicle.fuel()', '/vehicles/{id}/signals/internalcombustionengine-…'],
    ['vehicle.tirePressure()', '/vehicles/{id}/signals/wheel-…'],
    ['vehicle.nominalCapacity()', '/vehicles/{id}/signals/tractionbattery-nominalcapacity'],
    ['vehicle.permissions()', '/connections/{connectionId}: data.attributes.permissions[]'],
    ["f('/charge/records', answer.records)", 'attributes.body.values'],
  ] as const) {
    it(`is ${expected} for ${line}`, () => {
      assert.equal(instead(line), expected);
    });
  }
});

describe('the advice of the migration check', () => {
  const findings = (text: string) =>
    checkText('client.ts', `import smartcar from 'smartcar';\n${text}`, { projectUsesService: true });
  const adviceOf = (text: string) => {
    const scale = findings(text).find(({ kind }) => kind === 'scale');
    return scale ? explain(scale).advice : assert.fail(text);
  };

  it('speaks of a factor of 100 only where there is one', () => {
    for (const line of [
      'p(body.percentRemaining * 100)',
      'p(100 * body.percentRemaining)',
      "p(body['percentRemaining'] * 100)",
    ])
      assert.match(adviceOf(line), /remove the factor of 100/, line);
    for (const line of [
      'p(body.percentRemaining)',
      'p(body.percentRemaining * 1000)',
      'p(body.percentRemaining * total)',
    ])
      assert.doesNotMatch(adviceOf(line), /100/, line);
  });

  it('takes fuel for no signal of the traction battery', () => {
    for (const line of [
      'const { percentRemaining } = await car.fuel();',
      'const fuel = await car.fuel();\np(fuel.percentRemaining);',
      'const battery = 1;\nconst { percentRemaining } = await get(`${car}/fuel`);',
    ])
      assert.match(adviceOf(line), /internalcombustionengine/, line);
    for (const line of [
      'const { percentRemaining } = await car.battery();',
      'const tank = await car.fuel();\nconst { percentRemaining } = await car.battery();',
    ])
      assert.match(adviceOf(line), /tractionbattery-stateofcharge/, line);
  });

  it('tells several informations of one kind in a file as one', () => {
    const found = findings('keep(a.refreshToken);\nkeep(b.refreshToken);\nkeep(c.refreshToken);');
    assert.deepEqual(
      found.map(({ kind, more }) => [kind, more]),
      [['refresh-token', 2]],
    );
    assert.match(explain(found[0] ?? assert.fail()).what, /Further places in this file: 2\.$/);
  });
});

describe('the line of a finding in a list', () => {
  it('begins with the place, what stands there in version 3, and what differs', () => {
    const chargeStart = { kind: 'moved-field', instead: 'startTime' } as const;
    assert.equal(headline(chargeStart, 'chargeStart'), 'chargeStart → startTime; can be missing');
    const level = { kind: 'scale', instead: 'startStateOfCharge; percent', isLeft: true } as const;
    assert.equal(headline(level, 'startStateOfCharge'), 'startStateOfCharge: 0 to 100 instead of 0 to 1');
    assert.equal(headline({ ...level, hasFactor: true }, 'level'), 'level: remove the factor of 100');
  });

  it('names the exact replacement where there is one', () => {
    const host = 'https://vehicle.api.smartcar.com/v3';
    const finding = { kind: 'v2-address', instead: host, fix: `${host}/` } as const;
    assert.equal(
      headline(finding, 'https://api.smartcar.com/v2.0/'),
      `https://api.smartcar.com/v2.0/ → ${host}/; another host`,
    );
  });

  it('is one line, whatever stands there', () => {
    for (const kind of findingKinds) {
      assert.match(headline({ kind }, `a('\n\n  ${'b'.repeat(1000)}`), /^a\(' b{50,60}…: \S.{5,40}$/);
    }
  });
});

for (const language of ['en', 'de'] as const) {
  describe(`the help for the migration check (${language})`, () => {
    const page = readFileSync(join(root, helpPage('migration', language)), 'utf8');

    it('has a section for each kind of finding, by its name', () => {
      const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      assert.deepEqual(sections.slice(0, -1), findingKinds);
    });

    it('says of SDKs other than those for Node.js and Java nothing that is not known', () => {
      const section = /^## sdk-call$([^#]+)/m.exec(page)?.[1] ?? '';
      for (const text of [section, explain({ kind: 'sdk-call' }).why]) {
        assert.match(text, /Node\.js (?:and|und) Java.+sc-user-id/);
      }
    });

    it('has the field mapping, row by row', () => {
      const rows = page.split('\n').filter((line) => line.startsWith('|'));
      const plain = rows.map((row) => row.replace(/ +/g, ' ')).slice(2);
      assert.deepEqual(plain, fieldMappingTable(language));
    });
  });
}
