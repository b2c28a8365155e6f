import assert from 'node:assert/strict';
import { frontCommand } from '../../../../../src/extension/auth/sign-in/front-command.ts';

describe('frontCommand', () => {
  it('opens the bundle that VS Code runs from', () => {
    const bundle = '/Applications/Visual Studio Code.app';
    const command = ['/usr/bin/open', ['-a', bundle]];
    assert.deepEqual(frontCommand('darwin', `${bundle}/Contents/Resources/app`), command);
  });

  it('does nothing where there is no bundle, or another system', () => {
    assert.equal(frontCommand('darwin', '/Users/a/vscode.application/out'), undefined);
    assert.equal(frontCommand('darwin', '-a/Evil.app/x'), undefined);
    assert.equal(frontCommand('linux', '/opt/Code.app/resources'), undefined);
    assert.equal(frontCommand('win32', 'C:\\Code.app\\resources'), undefined);
  });
});
