import assert from 'node:assert/strict';
import { languagesFor, snippet } from '../../../../src/extension/requests/copy-as-code.ts';
import type { SentRequest } from '../../../../src/extension/requests/sent-request.ts';

// What the programs send is tested where they run: test/attacks/copied-programs.test.ts.

const refresh: SentRequest = {
  method: 'POST',
  origin: 'https://auth.example.test',
  path: ['/oauth/token'],
  requestHeaders: {
    authorization: ['Basic ', { secret: 'CLIENT_CREDENTIALS' }],
    'content-type': ['application/x-www-form-urlencoded'],
  },
  requestBody: [['grant_type=refresh_token'], ['refresh_token=', { secret: 'REFRESH_TOKEN' }]],
};

describe('languagesFor', () => {
  for (const [shell, first] of [
    ['/usr/bin/bash', 'posix'],
    ['/usr/bin/fish', 'posix'],
    ['', 'posix'],
    ['C:\\Program Files\\Git\\bin\\bash.exe', 'posix'],
    ['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', 'powershell'],
    ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', 'powershell'],
    ['/snap/bin/pwsh-preview', 'powershell'],
    ['C:\\WINDOWS\\system32\\CMD.EXE', 'cmd'],
  ] as const) {
    it(`begins with ${first} where the default terminal runs “${shell}”`, () => {
      const ids = languagesFor(shell).map(({ id }) => id);
      assert.equal(ids[0], first);
      assert.deepEqual(ids.toSorted(), ['cmd', 'http', 'javascript', 'posix', 'powershell', 'python']);
    });
  }
});

describe('snippet', () => {
  it('calls curl by its name in PowerShell where that is no other command', () => {
    assert.match(snippet(refresh, 'powershell', 'linux'), /^curl '/);
    assert.match(snippet(refresh, 'powershell', 'win32'), /^curl\.exe '/);
  });

  it('has no variable of others in an .http file, not even in the name of a host', () => {
    const path = ['/{{$dotenv KEY}}'];
    const file = snippet({ ...refresh, origin: 'https://{{$env.key}}.test', path }, 'http');
    assert.deepEqual(file.match(/\{\{.*?\}\}/g), ['{{origin}}', '{{client_credentials}}', '{{refresh_token}}']);
  });
});
