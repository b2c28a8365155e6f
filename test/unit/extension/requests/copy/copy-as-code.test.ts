import assert from 'node:assert/strict';
import { type Language, languagesFor } from '../../../../../src/extension/requests/copy/languages.ts';
import { snippet } from '../../../../../src/extension/requests/copy/copy-as-code.ts';
import type { SentRequest } from '../../../../../src/extension/requests/sent-request.ts';

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

const written: Readonly<Record<Language['id'], readonly string[]>> = {
  posix: [
    "curl 'https://auth.example.test/oauth/token' \\",
    `  --header 'authorization: Basic '"$CLIENT_CREDENTIALS" \\`,
    "  --header 'content-type: application/x-www-form-urlencoded' \\",
    "  --data-raw 'grant_type=refresh_token' \\",
    `  --data-urlencode 'refresh_token='"$REFRESH_TOKEN"`,
  ],
  powershell: [
    "curl.exe 'https://auth.example.test/oauth/token' `",
    '  --header "authorization: Basic ${env:CLIENT_CREDENTIALS}" `',
    "  --header 'content-type: application/x-www-form-urlencoded' `",
    "  --data-raw 'grant_type=refresh_token' `",
    '  --data-urlencode "refresh_token=${env:REFRESH_TOKEN}"',
  ],
  cmd: [
    'curl "https://auth.example.test/oauth/token" ^',
    '  --header "authorization: Basic %CLIENT_CREDENTIALS%" ^',
    '  --header "content-type: application/x-www-form-urlencoded" ^',
    '  --data-raw "grant_type=refresh_token" ^',
    '  --data-urlencode "refresh_token=%REFRESH_TOKEN%"',
  ],
  javascript: [
    'const response = await fetch("https://auth.example.test/oauth/token", {',
    '  method: "POST",',
    '  headers: {',
    '    "authorization": "Basic " + process.env.CLIENT_CREDENTIALS,',
    '    "content-type": "application/x-www-form-urlencoded",',
    '  },',
    '  body: "grant_type=refresh_token&refresh_token=" + encodeURIComponent(process.env.REFRESH_TOKEN),',
    '});',
    'console.log(response.status, await response.text());',
  ],
  python: [
    'import os',
    'from urllib.parse import quote',
    '',
    'import requests',
    '',
    'response = requests.request(',
    '    "POST",',
    '    "https://auth.example.test/oauth/token",',
    '    headers={',
    '        "authorization": "Basic " + os.environ["CLIENT_CREDENTIALS"],',
    '        "content-type": "application/x-www-form-urlencoded",',
    '    },',
    '    data="grant_type=refresh_token&refresh_token=" + quote(os.environ["REFRESH_TOKEN"], safe=""),',
    ')',
    'print(response.status_code, response.text)',
  ],
  java: [
    'import java.net.URI;',
    'import java.net.URLEncoder;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    'import java.nio.charset.StandardCharsets;',
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    '    HttpRequest request = HttpRequest.newBuilder()',
    '        .uri(URI.create("https://auth.example.test/oauth/token"))',
    '        .header("authorization", "Basic " + System.getenv("CLIENT_CREDENTIALS"))',
    '        .header("content-type", "application/x-www-form-urlencoded")',
    '        .method("POST", HttpRequest.BodyPublishers.ofString("grant_type=refresh_token&refresh_token=" + URLEncoder.encode(System.getenv("REFRESH_TOKEN"), StandardCharsets.UTF_8)))',
    '        .build();',
    '    HttpResponse<String> response =',
    '        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ],
  http: [
    '@origin = https://auth.example.test',
    '',
    '# JetBrains IDEs take these variables from http-client.private.env.json.',
    '# @prompt client_credentials Base64 of client ID:client secret',
    '# @prompt refresh_token percent-encoded',
    '# @no-auto-encoding',
    'POST {{origin}}/oauth/token',
    'authorization: Basic {{client_credentials}}',
    'content-type: application/x-www-form-urlencoded',
    '',
    'grant_type=refresh_token&refresh_token={{refresh_token}}',
  ],
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
      assert.deepEqual(ids.toSorted(), Object.keys(written).toSorted());
    });
  }
});

describe('snippet', () => {
  for (const [language, lines] of Object.entries(written) as [Language['id'], string[]][]) {
    it(`as ${language} is a whole program`, () => {
      assert.deepEqual(snippet(refresh, language, 'win32').split('\n'), lines);
    });
  }

  it('calls curl by its name in PowerShell where that is no other command', () => {
    assert.match(snippet(refresh, 'powershell', 'linux'), /^curl '/);
  });

  it('has no variable of others in an .http file, not even in the name of a host', () => {
    const path = ['/{{$dotenv KEY}}'];
    const file = snippet({ ...refresh, origin: 'https://{{$env.key}}.test', path }, 'http');
    assert.deepEqual(file.match(/\{\{.*?\}\}/g), ['{{origin}}', '{{client_credentials}}', '{{refresh_token}}']);
  });
});
