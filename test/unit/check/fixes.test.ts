import assert from 'node:assert/strict';
import { checkText } from '../../../src/check/rules/check-text.ts';
import { withFixes } from './with-fixes.ts';

/** A line of a client with all fixes made. */
function fixed(line: string, file = 'client.ts'): string {
  const text = `import smartcar from 'smartcar';\nconst read = ['/charge/records', '/battery/nominal_capacity'];\n${line}`;
  const findings = checkText(file, text, { projectUsesService: true });
  return withFixes(text, findings).split('\n').slice(2).join('\n');
}

describe('fixes of the migration check', () => {
  for (const [before, after] of [
    [
      "f('https://auth.smartcar.com/oauth/token', { grant_type: 'client_credentials' })",
      "f('https://iam.smartcar.com/oauth2/token', { grant_type: 'client_credentials' })",
    ],
    ["f('https://api.smartcar.com/v2.0')", "f('https://vehicle.api.smartcar.com/v3')"],
    ["f('https://api.smartcar.com/v2.0/')", "f('https://vehicle.api.smartcar.com/v3/')"],
    [
      'f(`https://api.smartcar.com/v2.0/vehicles/${id}/battery/nominal_capacity`)',
      'f(`https://vehicle.api.smartcar.com/v3/vehicles/${id}/signals/tractionbattery-nominalcapacity`)',
    ],
    ['f(`${base}/vehicles/${id}/bmw/charge/records`)', 'f(`${base}/vehicles/${id}/signals/charge-chargerecords`)'],
    ['f(`https://api.smartcar.com/v2.0/vehicles/${id}`)', 'f(`https://vehicle.api.smartcar.com/v3/vehicles/${id}`)'],
    ['return [record.chargeStart, record.chargeEnd]', 'return [record.startTime, record.endTime]'],
    ['const { chargeStart, chargeEnd: end } = record', 'const { startTime: chargeStart, endTime: end } = record'],
    ['return Math.round(record.startPercentRemaining * 100)', 'return Math.round(record.startStateOfCharge)'],
    ['return capacity.nominal', 'return capacity'],
    ['return body.capacity?.nominal', 'return body.capacity'],
  ] as const) {
    it(`makes ${after} of ${before}`, () => {
      assert.equal(fixed(before), after);
    });
  }

  for (const line of [
    // The address alone says nothing about what is read.
    "f('https://api.smartcar.com')",
    // The grant stays that of version 2.0, or version 3 has no such address.
    "f('https://auth.smartcar.com/oauth/token')",
    "{ authorizationCode: { refreshUrl: 'https://auth.smartcar.com/oauth/token' } }",
    // One of two places in a statement, or the old name beside the new one.
    'rows.sort((a, b) => b.chargeStart.localeCompare(a.chargeStart))',
    'rows.sort((a, b) =>\n  b.chargeStart\n    .localeCompare(a.chargeStart))',
    'return record.startTime ?? record.chargeStart',
    'return (record.endPercentRemaining * 100) || other(record.endPercentRemaining)',
    // What a component is given has the same name where it is given.
    'let { chargeStart, day } = $props()',
    'const { chargeStart } = Astro.props; show(record.chargeStart)',
    'return <Row chargeStart={record.chargeStart} />',
    'return props.chargeStart',
    'defineProps<{ chargeStart: string }>()',
    // More than the text changes: the scale, the dates, several signals, the answer's shape.
    'return (record.endPercentRemaining - record.startPercentRemaining) * 100',
    'return record.startPercentRemaining * 1000',
    // Names that anybody uses, whatever the file reads besides.
    'return record.energy',
    'return this.records.filter(({ isPublic: home }) => !home)',
    'const { records } = await answer.json()',
    "db.collection('records')",
    // A limit is set by a command, and not by posting to its signal.
    "f(`https://api.smartcar.com/v2.0/vehicles/${id}/charge/limit`, { method: 'POST' })",
    // The value has another name in the answer.
    'f(`${base}/vehicles/${id}/vin`)',
    // Counted with something else: without the factor, the rest of it is off.
    'return rest / record.startPercentRemaining * 100',
    'return record.startPercentRemaining * 100 / record.endPercentRemaining',
    'return record?.startPercentRemaining * 100',
    // What the file writes by that name is its own.
    'const row = { chargeStart: record.chargeStart }; show(row.chargeStart)',
    'const { chargeStart } = record; send({ chargeStart, day })',
    "for (const name of ['chargeStart', 'chargeEnd']) show(record[name]); show(record.chargeStart)",
    'record.chargeStart = new Date(record.chargeStart)',
    // Of an SDK, whose spelling version 3 doesn't have.
    'return record.getChargeStart()',
    'return record.charge_start',
    'const { startPercentRemaining } = record',
    'f(`${base}/vehicles/${id}/bmw/charge/records?startDate=${day}`)',
    'f(`${base}/vehicles/${id}/battery`)',
    "f('https://api.smartcar.com/v2.0/vehicles')",
    // Built from parts.
    "f(base + '/vehicles/' + id + '/vin')",
    "f('https://api.smartcar.com/v2.0/vehicles/' + id + '/vin')",
    "const grant = { grant_type: 'refresh_token' }",
  ]) {
    it(`leaves ${line}`, () => {
      assert.equal(fixed(line), line);
    });
  }
});
