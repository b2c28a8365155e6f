import assert from 'node:assert/strict';
import { canExpress, languagesFor, snippet } from '../../../../src/extension/requests/copy-as-code.ts';
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

const posted = (body: string): SentRequest => ({
  ...refresh,
  requestHeaders: { 'content-type': ['application/json'] },
  requestBody: [[body]],
});

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
    const event = snippet(posted('{"make":"{{$env.key}}"}'), 'http');
    assert.deepEqual(event.match(/\{\{.*?\}\}/g), ['{{origin}}']);
    assert.deepEqual(JSON.parse(event.split('\n\n').at(-1) ?? ''), { make: '{{$env.key}}' });
  });
});

describe('canExpress', () => {
  for (const [what, body, unable] of [
    ['JSON', '{"a": 1}', []],
    ['JSON with line breaks', '{\n"a": 1}', ['cmd']],
    ['JSON that ends with a line break', '{"a": 1}\r', ['cmd']],
    ['a long body', 'x'.repeat(9000), ['cmd']],
    ['the longest event', 'x'.repeat(50_000), ['powershell', 'cmd']],
  ] as const) {
    it(`says which shells can’t take ${what}`, () => {
      const ids = languagesFor('').map(({ id }) => id);
      assert.deepEqual(
        ids.filter((id) => !canExpress(id, posted(body))),
        unable,
      );
    });
  }
});
