import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/receiver-check/command-line.ts';
import { applicationKeys } from '../../../src/service/webhooks/explain-signature.ts';
import { older, token } from './run-check.ts';

const read = (line: string, variables = {}) => readCommandLine(line.split(' ').filter(Boolean), variables);
const check = (line: string, variables = {}) => {
  const options = read(line, variables);
  return options?.url ? options : undefined;
};
const valuesOf = (options: ReturnType<typeof check>) => options?.keys?.map(({ value }) => value);
const url = '--url http://localhost:3000/hook';

describe('command line of check-receiver', () => {
  it('reads the receiver and the token, and has defaults for the rest', () => {
    assert.deepEqual(check(`${url} --token ${token}`), {
      url: new URL('http://localhost:3000/hook'),
      keys: applicationKeys([token]),
      probe: undefined,
      format: 'text',
      failOn: 'error',
    });
    const more = check(
      `${url} --token a, --token ${token},${older} --other-id x --other-id y --probe http://[::1]:1/{eventId} --format junit --fail-on warning`,
    );
    assert.deepEqual(
      [valuesOf(more), more?.probe, more?.format, more?.failOn],
      [[token, older, 'x', 'y'], 'http://[::1]:1/{eventId}', 'junit', 'warning'],
    );
  });

  it('reads a signature to explain, with the keys that may have made it', () => {
    assert.deepEqual(read(`--explain body.json --signature ff --token ${token} --other-id x`), {
      explain: { body: 'body.json', signature: 'ff', keys: applicationKeys([token], [['other', 'x']]) },
    });
  });

  it('takes the token from the variable, unless there is the option', () => {
    const variables = { SMARTCAR_MANAGEMENT_TOKEN: `${token}, ${older}` };
    assert.deepEqual(valuesOf(check(url, variables)), [token, older]);
    assert.deepEqual(valuesOf(check(`${url} --token x`, variables)), ['x']);
  });

  for (const [line, message] of [
    ['', /--url is missing/],
    [url, /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --token ,`, /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --token secret,`, /one token, or the new and the older one/],
    [`${url} --token secret,b,c`, /one token, or the new and the older one/],
    ['--url localhost:3000 --token secret', /--url: .*not an http or https URL/],
    ['--url ftp://localhost --token secret', /--url: .*not an http or https URL/],
    ['--url http://secret:secret@localhost --token secret', /--url: .*user name or password/],
    ['--url https://example.com/hook --token secret', /example\.com is not on this machine.*--remote/],
    [`${url} --token secret --probe x`, /--probe: .*not an http/],
    [`${url} --token secret --probe http://example.com/{eventId}`, /--probe: example\.com is not on this machine/],
    [`${url} --token secret --format xml`, /--format must be text, json, junit/],
    [`${url} --token secret --fail-on info`, /--fail-on must be error, warning/],
    [`${url} --nonsense`, /nonsense/],
    ['--explain body.json --token secret', /--explain and --signature go together/],
    ['--signature ff --token secret', /--explain and --signature go together/],
    ['--explain body.json --signature ff', /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --explain body.json --signature ff --token secret`, /leave out --url/],
  ] as const) {
    it(`refuses '${line}', and repeats no secret`, () => {
      assert.throws(
        () => read(line),
        ({ message: text }: Error) => {
          assert.match(text, message);
          assert.equal(text.includes('secret'), false, text);
          return true;
        },
      );
    });
  }

  it('takes another machine if it is told so', () => {
    assert.equal(check('--url https://example.com/hook --token x --remote')?.url.host, 'example.com');
  });

  it('reads nothing else if help is wanted', () => {
    assert.equal(read('--help --format xml'), undefined);
  });
});
