import assert from 'node:assert/strict';
import { checkText } from '../../../src/check/rules/check-text.ts';

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
    ['vehicle.permissions()', '/connections/{connectionId}: data.attributes.permissions[]'],
    ["f('/charge/records', answer.records)", 'attributes.body.values'],
  ] as const) {
    it(`is ${expected} for ${line}`, () => {
      assert.equal(instead(line), expected);
    });
  }
});
