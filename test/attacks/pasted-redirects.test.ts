// What people paste as the address that the browser ended on: read out of it, and judged as strictly as any other.
import assert from 'node:assert/strict';
import { LoopbackPorts } from '../../src/extension/auth/sign-in/loopback-ports.ts';
import { PendingRedirects } from '../../src/extension/auth/sign-in/pending-redirects.ts';
import type { RedirectListener } from '../../src/extension/auth/sign-in/pending-redirects.ts';

const page = { tone: 'success', title: 'Done', text: '' } as const;
const redirectUri = 'https://app.example.com/callback';
const address = `${redirectUri}?code=c0de&state=right`;

const meant: readonly (readonly [what: string, text: string])[] = [
  ['the address as it is', address],
  ['with blanks and a line break', `  ${address}\r\n`],
  ['without its scheme', address.slice('https://'.length)],
  ['in double quotes', `"${address}"`],
  ['in single quotes', `'${address}'`],
  ['in typographic quotes', `„${address}“`],
  ['in angle brackets', `<${address}>`],
  ['in backticks', `\`${address}\``],
  ['as a Markdown link', `[here](${address})`],
  ['with a full stop', `${address}.`],
  ['with an exclamation mark and a bracket', `(${address})!`],
  ['the query alone', '?code=c0de&state=right'],
  ['the query without its mark', 'state=right&code=c0de'],
  ['the query with a field in front', '?scope=read_battery&code=c0de&state=right'],
  ['with a sentence before it', `It ended on this page: ${address}`],
  ['with another address before it', `I came from https://example.com/?code=1 to ${address}`],
  ['with &amp; for &', address.replace('&', '&amp;')],
  ['with a zero-width space inside', address.replace('code', 'co\u200bde')],
  ['with a byte order mark and direction marks', `\ufeff\u202a${address}\u202c`],
  ['with a NUL', address.replace('?', '?\0')],
];

const refused: readonly (readonly [what: string, text: string, problem: string])[] = [
  ['nothing', '', 'not-an-address'],
  ['a code alone', 'c0de', 'not-an-address'],
  ['a sentence', 'my code is c0de, state right', 'not-an-address'],
  ['a script', 'javascript:alert(1)', 'not-an-address'],
  ['another host', address.replace('app.', 'evil.'), 'elsewhere'],
  ['a host that only begins so', address.replace('.com', '.com.evil.test'), 'elsewhere'],
  ['another path', address.replace('callback', 'callback/x'), 'elsewhere'],
  ['another scheme', address.replace('https', 'http'), 'elsewhere'],
  ['the host as a user name', address.replace('app.example.com', 'app.example.com@evil.test'), 'elsewhere'],
  ['another state', address.replace('right', 'wrong'), 'not-taken'],
  ['the query with another state', '?code=c0de&state=wrong', 'not-taken'],
  ['no state', `${redirectUri}?code=c0de`, 'not-taken'],
];

describe('a pasted redirect URL', () => {
  let redirects: PendingRedirects;
  let wait: RedirectListener;
  const signal = new AbortController().signal;

  beforeEach(async () => {
    const location = { ui: 'web', remoteName: undefined, extension: 'workspace', uriScheme: 'vscode' } as const;
    redirects = new PendingRedirects(new LoopbackPorts().open, location);
    wait = await redirects.open(redirectUri, (url) => ({
      isTaken: url.searchParams.get('state') === 'right',
      page,
    }));
  });
  afterEach(() => wait.dispose());

  for (const [what, text] of meant) {
    it(`is read out of ${what}`, async () => {
      assert.equal(redirects.paste(text), undefined);
      const url = await wait.next(signal);
      assert.deepEqual([url.origin, url.pathname], ['https://app.example.com', '/callback']);
      assert.equal(url.searchParams.get('code'), 'c0de');
    });
  }

  for (const [what, text, problem] of refused) {
    it(`is not taken from ${what}`, () => {
      assert.equal(redirects.paste(text), problem);
    });
  }

  it('is taken once', () => {
    assert.equal(redirects.paste(address), undefined);
    assert.equal(redirects.paste(`"${address}"`), 'not-taken');
  });
});
