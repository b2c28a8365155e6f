import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonReport, ListedFinding } from '../../src/check/report/listed.ts';
import { installPacked, type PackedPackage } from '../tools/lib/packed.ts';
import { Service } from '../tools/lib/service.ts';
import { edits } from './migration-walk/edits.ts';

const run = promisify(execFile);
const here = join(import.meta.dirname, 'migration-walk');
const day = '2026-11-05';
const callback = 'http://localhost:3000/callback';
/** Time stands still, so that both versions tell of the same charges. */
const scenario = {
  clock: { set: '2026-11-20T12:00:00Z', freeze: true },
  owners: [
    {
      name: 'Kim',
      vehicles: [
        { make: 'BMW', model: 'iX1', year: 2025 },
        { make: 'MINI', model: 'Cooper E', year: 2025 },
      ],
    },
  ],
};

interface Application {
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly controlUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly v3: { readonly applicationId: string; readonly apiClientId: string; readonly apiClientSecret: string };
}

describe('a small client moves to version 3 by the findings and fixes alone', () => {
  let installed: PackedPackage;
  let service: Service;
  let sandbox: Application;
  let folder: string;
  /** What happened, as the README tells it. */
  const walked: string[] = [];

  before(async () => {
    installed = await installPacked('migration-walk');
    const file = join(installed.app, 'scenario.json');
    await writeFile(file, JSON.stringify(scenario));
    const { app, environment: env } = installed;
    const args = ['--no-install', 'vehicle-data-sandbox', '--auto-approve', '--scenario', file];
    service = new Service('npx', args, { cwd: app, env, log: join(app, 'sandbox.log') });
    const [line] = await service.says(/^\{.*\}$/m);
    sandbox = JSON.parse(line) as Application;
    folder = join(app, 'client');
    await mkdir(folder);
    await copyFile(join(here, 'client.mjs.txt'), join(folder, 'client.mjs'));
    await copyFile(join(here, 'hosts.mjs.txt'), join(installed.app, 'hosts.mjs'));
  });
  after(async () => {
    await service.stop();
    console.log(walked.map((line) => `      ${line}`).join('\n'));
  });

  /** Where the owner's browser is sent once the owner has agreed. */
  async function redirect(parameters: Readonly<Record<string, string>>): Promise<string> {
    const query = new URLSearchParams({
      ...parameters,
      redirect_uri: callback,
      scope: 'read_vehicle_info read_battery read_charge_records',
    });
    const { headers } = await fetch(`${sandbox.connectUrl}?${query.toString()}`, { redirect: 'manual' });
    return headers.get('location') ?? assert.fail('Connect has not sent the owner back');
  }

  async function client(address: string, id: string, secret: string): Promise<string> {
    const { stdout } = await run('node', ['--import', join(installed.app, 'hosts.mjs'), 'client.mjs', address, day], {
      cwd: folder,
      env: {
        ...installed.environment,
        SANDBOX_URL: sandbox.baseUrl,
        SMARTCAR_CLIENT_ID: id,
        SMARTCAR_CLIENT_SECRET: secret,
      },
    });
    return stdout;
  }

  async function check(): Promise<readonly ListedFinding[]> {
    const args = ['--no-install', 'vehicle-data-check', 'client', '--format', 'json', '--fail-on', 'none'];
    const { stdout } = await run('npx', args, { cwd: installed.app, env: installed.environment });
    const { findings } = JSON.parse(stdout) as JsonReport;
    walked.push(`vehicle-data-check: ${findings.length} findings`);
    return findings;
  }

  const source = () => readFile(join(folder, 'client.mjs'), 'utf8');

  it('until the check finds nothing, and it prints the same as before', async () => {
    const old = await client(
      await redirect({ response_type: 'code', client_id: sandbox.clientId }),
      sandbox.clientId,
      sandbox.clientSecret,
    );
    assert.match(old, /"nominal":[\d.]+,"charges":\[\["2026-/);
    walked.push('version 2.0: the client runs');

    const first = await check();
    const before = await source();
    const fixed = first.filter(({ fix }) => fix !== undefined);
    await writeFile(join(folder, 'client.mjs'), withFixes(before, fixed));
    for (const { line, kind, fix } of fixed) walked.push(`fix  line ${line} ${kind}: ${fix}`);

    const second = await check();
    let text = await source();
    const told = [...first, ...second.filter(({ kind }) => first.every((each) => each.kind !== kind))];
    for (const { kind, from, to, uses } of edits) {
      const finding = told.find((each) => each.kind === kind && uses.every((name) => says(each, name)));
      assert.ok(finding, `no finding of ${kind} says ${uses.join(', ')}`);
      assert.equal(text.split(from).length, 2, `not there once: ${from}`);
      for (const name of uses) assert.ok(to.includes(name) || kind === 'missing-user-header', `${name} is not used`);
      text = text.replace(from, () => to);
      walked.push(`edit ${kind}: ${finding.what} ${finding.why} ${finding.advice}`);
    }
    await writeFile(join(folder, 'client.mjs'), text);
    assert.deepEqual(await check(), []);

    await fetch(`${sandbox.controlUrl}/subscriptions`, { method: 'POST' });
    const { applicationId, apiClientId, apiClientSecret } = sandbox.v3;
    const back = await redirect({ response_type: 'none', application_id: applicationId });
    assert.equal(await client(back, apiClientId, apiClientSecret), old);
    walked.push('version 3: the client runs, and prints the same');
  });
});

const says = ({ what, why, advice }: ListedFinding, name: string) => `${what} ${why} ${advice}`.includes(name);

/** A text with the fixes of its findings, from the last to the first. */
function withFixes(text: string, findings: readonly ListedFinding[]): string {
  const lines = text.split('\n');
  for (const { line, column, endLine, endColumn, fix = '' } of findings.toReversed()) {
    assert.equal(line, endLine);
    const old = lines[line - 1] ?? '';
    lines[line - 1] = old.slice(0, column - 1) + fix + old.slice(endColumn - 1);
  }
  return lines.join('\n');
}
