import assert from 'node:assert/strict';
import type { ConnectedAccount, TokenState } from '../../../../src/extension/environments/connected-account.ts';
import type { WindowHost } from '../../../../src/sandbox-client/sandbox-location.ts';
import type { SandboxStatus } from '../../../../src/sandbox-client/sandbox.ts';
import { addresses } from '../../sandbox-client/addresses.ts';
import '../auth/fake-vscode.ts';

const { environmentStatus } = await import('../../../../src/extension/sandbox/status.ts');

const running: SandboxStatus = { kind: 'running', addresses };
const stopped: SandboxStatus = { kind: 'stopped' };

function account(state: TokenState, label = 'Owner 1234'): ConnectedAccount {
  return { environment: 'x', account: { label }, state, accessTokenExpiresAt: 1, refreshTokenExpiresAt: 2 };
}

function status(
  selected: string,
  sandbox: SandboxStatus,
  accounts: readonly ConnectedAccount[] = [],
  host: WindowHost = { remoteName: undefined, extension: 'ui' },
) {
  return environmentStatus(selected, sandbox, accounts, host);
}

describe('environmentStatus', () => {
  for (const [selected, sandbox, text] of [
    ['sandbox', stopped, '$(vm-outline) Sandbox'],
    ['sandbox', { kind: 'starting' }, '$(loading~spin) Sandbox'],
    ['sandbox', running, '$(vm-running) Sandbox'],
    ['smartcar', running, '$(server-environment) smartcar'],
    ['smartcar', stopped, '$(server-environment) smartcar'],
  ] as const) {
    it(`is ${text} with ${selected} selected and the sandbox ${sandbox.kind}`, () => {
      assert.equal(withIcon(status(selected, sandbox)), text);
    });
  }

  it('has the sandbox’s address in its tooltip, only where there is a sandbox to speak of', () => {
    assert.ok(status('sandbox', running).tooltip.includes('Sandbox running at http://localhost:1.'));
    assert.doesNotMatch(status('smartcar', stopped).tooltip.join(), /sandbox/i);
  });

  for (const [selected, sandbox, accounts, spoken] of [
    ['sandbox', stopped, [], 'Sandbox, not running, No account is connected.'],
    ['sandbox', running, [account('fresh')], 'Sandbox, running, Owner 1234'],
    ['smartcar', running, [account('locked')], 'smartcar, Owner 1234, keyring locked, tokens are kept'],
    ['smartcar', stopped, [account('offline'), account('fresh')], 'smartcar, 2 accounts, API not reachable'],
  ] as const) {
    it(`is read without times and ports: ${spoken}`, () => {
      assert.equal(status(selected, sandbox, accounts).spoken, `Vehicle Data environment: ${spoken}`);
    });
  }

  it('says on which of two machines the sandbox runs, and what that means for an app', () => {
    const there = status('sandbox', running, [], { remoteName: 'ssh-remote', extension: 'workspace' });
    assert.match(there.tooltip.at(-1) ?? '', /runs on the remote host\. .* forward port 1/);
    const here = status('sandbox', running, [], { remoteName: 'ssh-remote', extension: 'ui' });
    assert.match(here.tooltip.at(-1) ?? '', /runs on your local machine\. Apps on the remote host cannot reach it\.$/);
    assert.equal(status('sandbox', running).tooltip.at(-1), 'Sandbox running at http://localhost:1.');
    const stoppedThere = status('sandbox', stopped, [], { remoteName: 'wsl', extension: 'workspace' });
    assert.doesNotMatch(stoppedThere.tooltip.join(), /remote host/);
  });

  it('says the environment once, though labels name it as well', () => {
    const shown = status('x', stopped, [account('fresh', 'Owner 1234 (x)')]);
    assert.equal(withIcon(shown), '$(server-environment) x · Owner 1234');
  });

  it('names the account, or counts them, and says both expiries', () => {
    assert.equal(
      withIcon(status('smartcar', stopped, [account('fresh')])),
      '$(server-environment) smartcar · Owner 1234',
    );
    const both = status('smartcar', stopped, [account('fresh'), account('expiring', 'Owner 5678')]);
    assert.equal(withIcon(both), '$(server-environment) smartcar · 2 accounts');
    const [first = '', second = ''] = both.tooltip.slice(1);
    assert.match(first, /^Owner 1234: access token until .+, refresh token until .+/);
    assert.match(second, /^Owner 5678: access token due for refresh, refresh token until .+/);
  });

  for (const [state, icon] of [
    ['needs-owner', 'warning'],
    ['locked', 'lock'],
    ['offline', 'debug-disconnect'],
    ['refreshing', 'sync~spin'],
    ['expiring', 'vm-running'],
  ] as const) {
    it(`shows the worst of the accounts by its icon: ${state}`, () => {
      const shown = status('sandbox', running, [account('fresh'), account(state)]);
      assert.equal(withIcon(shown), `$(${icon}) Sandbox · 2 accounts`);
      assert.equal(shown.isWarning, state === 'needs-owner');
    });
  }

  it('shows no steering characters of a name', () => {
    const shown = status('a\u202eb', stopped, [account('fresh', 'x\u202ey')]);
    assert.equal(withIcon(shown), '$(server-environment) a b · x y');
  });
});

function withIcon({ icon, text }: { readonly icon: string; readonly text: string }): string {
  return `$(${icon}) ${text}`;
}
