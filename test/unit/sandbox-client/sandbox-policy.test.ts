import assert from 'node:assert/strict';
import { cleanEnvironment } from '../../../src/sandbox-client/sandbox-launch.ts';
import { judgeRunning } from '../../../src/sandbox-client/sandbox-version.ts';

describe('judgeRunning', () => {
  for (const [version, leases, ours, verdict] of [
    ['0.1.0', 3, '0.1.0', 'adopt'],
    ['0.1.9', 1, '0.1.0', 'adopt'],
    ['0.2.0', 1, '0.1.0', 'beside'],
    ['0.2.0', 0, '0.1.0', 'replace'],
    ['1.0.0', 1, '1.9.3', 'adopt'],
    ['2.0.0', 1, '1.9.3', 'beside'],
    ['', 1, '0.1.0', 'beside'],
    ['', NaN, '0.1.0', 'beside'],
  ] as const) {
    it(`says ${verdict} of a ${version || 'nameless'} version with ${leases} leases to ${ours}`, () => {
      assert.equal(judgeRunning({ version, leases }, ours), verdict);
    });
  }
});

describe('cleanEnvironment', () => {
  it('makes Electron run as Node, and keeps a debugger and the window out of the sandbox', () => {
    const cleaned = cleanEnvironment({
      PATH: '/bin',
      NODE_OPTIONS: '--inspect',
      VSCODE_IPC_HOOK: 'x',
      ELECTRON_RUN_AS_NODE: '0',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      APPDATA: 'y',
    });
    assert.deepEqual(cleaned, { PATH: '/bin', APPDATA: 'y', ELECTRON_RUN_AS_NODE: '1' });
  });
});
