import assert from 'node:assert/strict';
import { OpenMachine } from '../faults/vscode/open-machine.ts';
import { lateComplaint } from '../faults/vscode/strike-run.ts';
import { strikes } from '../faults/vscode/strikes.ts';
import { vsixVariable } from './suite.ts';

/** A sample of T10 of the fault plan: `npm run faults -- --only T10` is the whole. */
const sample = [
  ['desktop', 'kill -9 of the extension host'],
  ['isolated', 'kill -9 of the extension host and of the helper'],
] as const;

describe('a session of two windows', () => {
  // Where there is no process table to find the extension host in, nothing can be struck.
  for (const [storage, title] of process.platform === 'linux' ? sample : []) {
    it(`outlives the ${title} in mid-refresh, on ${storage} secret storage`, async () => {
      const strike = strikes.find((each) => each.title === title);
      assert.ok(strike);
      const vsix = process.env[vsixVariable] ?? '';
      const machine = new OpenMachine({ name: `ui-faults-${storage}`, vsix, storage, count: 2 });
      try {
        const { lost, struck, complaints = [] } = await machine.strike(strike);
        // How fast it is on screen depends on what else this machine does; `npm run faults` tells.
        const others = complaints.filter((complaint) => complaint !== lateComplaint);
        assert.deepEqual({ lost, struck, others }, { lost: false, struck: true, others: [] });
      } finally {
        await machine.close();
      }
    });
  }
});
