import assert from 'node:assert/strict';
import { httpFile } from '../../../../src/extension/requests/copy/http-file.ts';
import { httpRequests } from '../../../../src/extension/requests/http-requests.ts';

describe('the requests of an .http file', () => {
  it('are what was saved, once the person has entered what is secret', () => {
    const text = httpFile({
      method: 'POST',
      origin: 'https://auth.example.test',
      path: ['/oauth/token?a={b}'],
      requestHeaders: { Authorization: ['Basic ', { secret: 'CLIENT_CREDENTIALS' }] },
      requestBody: [['grant_type=refresh_token'], ['refresh_token=', { secret: 'REFRESH_TOKEN' }]],
    });
    const [request, ...more] = httpRequests(text);
    assert.equal(more.length, 0);
    assert.ok(request);
    assert.match(text.split('\n')[request.line] ?? '', /^POST /);
    assert.deepEqual(request.prompts, [
      { name: 'client_credentials', hint: 'Base64 of client ID:client secret' },
      { name: 'refresh_token', hint: 'percent-encoded' },
    ]);
    const values = new Map([
      ['client_credentials', 'aWQ6cw=='],
      ['refresh_token', 'r%201'],
    ]);
    assert.deepEqual(request.filled(values), {
      method: 'POST',
      url: 'https://auth.example.test/oauth/token?a=%7Bb}',
      headers: { authorization: 'Basic aWQ6cw==' },
      body: 'grant_type=refresh_token&refresh_token=r%201',
    });
  });

  it('are between lines of three marks, each with what it names alone', () => {
    const text = [
      '@host = https://{{sub}}.example.test',
      '@sub=api',
      '### First',
      '# GET https://commented.example.test',
      '{{host}}/v3/vehicles HTTP/1.1',
      'Accept: */*',
      '',
      '###',
      '',
      'DELETE {{host}}/v3/{{id}}',
      'X-A: {{id}}',
      '',
      '### Nothing',
    ].join('\r\n');
    const [first, second, ...more] = httpRequests(text);
    assert.equal(more.length, 0);
    assert.deepEqual([first?.line, first?.prompts], [4, []]);
    assert.deepEqual(first?.filled(new Map()), {
      method: 'GET',
      url: 'https://api.example.test/v3/vehicles',
      headers: { accept: '*/*' },
      body: undefined,
    });
    assert.deepEqual(second?.prompts, [{ name: 'id', hint: '' }]);
    assert.equal(second?.filled(new Map([['id', '7']])).url, 'https://api.example.test/v3/7');
  });

  it('end with what defines itself', () => {
    const [request] = httpRequests('@a = {{b}}\n@b = {{a}}\nGET https://x.example.test/{{a}}');
    assert.match(request?.filled(new Map()).url ?? '', /^https:\/\/x\.example\.test\/\{\{[ab]\}\}$/);
  });
});
