import assert from 'node:assert/strict';
import { chooseChannel, type HostLocation } from '../../../../../src/extension/auth/sign-in/pending-redirects.ts';
import '../fake-vscode.ts';

const { frontCommand } = await import('../../../../../src/extension/auth/sign-in/interactive-sign-in.ts');

const loopback = 'http://localhost:52625/callback';
const ownScheme = 'vscode://vehicle-data.vehicle-data-explorer/callback';
const desktop: HostLocation = { ui: 'desktop', remoteName: undefined, extension: 'ui', uriScheme: 'vscode' };
const web: HostLocation = { ui: 'web', remoteName: undefined, extension: 'workspace', uriScheme: 'code-oss' };

describe('chooseChannel', () => {
  const table: [name: string, place: HostLocation, redirectUri: string, expected: string][] = [
    ['desktop', desktop, loopback, 'loopback'],
    ['desktop, port chosen here', desktop, 'http://127.0.0.1:0/callback', 'loopback'],
    ['desktop, own scheme registered', desktop, ownScheme, 'uri-handler'],
    ['desktop, a page of the application', desktop, 'https://example.com/callback', 'paste-only, may miss'],
    ['WSL, extension there', { ...desktop, remoteName: 'wsl', extension: 'workspace' }, loopback, 'loopback'],
    ['SSH, extension beside the window', { ...desktop, remoteName: 'ssh-remote' }, loopback, 'loopback'],
    [
      'SSH, extension there',
      { ...desktop, remoteName: 'ssh-remote', extension: 'workspace' },
      loopback,
      'loopback, may miss',
    ],
    [
      'Codespaces in the desktop',
      { ...desktop, remoteName: 'codespaces', extension: 'workspace' },
      ownScheme,
      'uri-handler',
    ],
    ['Codespaces in a browser', { ...web, remoteName: 'codespaces' }, loopback, 'loopback, may miss'],
    ['code-server', { ...web, remoteName: 'localhost:8080' }, loopback, 'loopback, may miss'],
    ['code-server, a desktop’s scheme', web, ownScheme, 'paste-only, may miss'],
    ['code-server, its own scheme', web, 'code-oss://vehicle-data.x/callback', 'paste-only, may miss'],
    ['fork, another product’s scheme', { ...desktop, uriScheme: 'vscodium' }, ownScheme, 'paste-only, may miss'],
    [
      'fork, its own scheme',
      { ...desktop, uriScheme: 'vscodium' },
      'vscodium://vehicle-data.x/callback',
      'uri-handler',
    ],
    ['any, no address at all', desktop, 'callback', 'paste-only, may miss'],
  ];
  for (const [name, place, redirectUri, expected] of table) {
    it(`${name}: ${redirectUri} comes back by ${expected}`, () => {
      const { channel, mayBeUnreachable } = chooseChannel(redirectUri, place);
      assert.equal(mayBeUnreachable ? `${channel}, may miss` : channel, expected);
    });
  }
});

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
