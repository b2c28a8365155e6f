import assert from 'node:assert/strict';
import { LoopbackPorts } from '../../../../../src/extension/auth/sign-in/loopback-ports.ts';
import { PendingRedirects } from '../../../../../src/extension/auth/sign-in/pending-redirects.ts';
import type { RedirectListener, RedirectVerdict } from '../../../../../src/extension/auth/sign-in/redirect-listener.ts';

const page = { tone: 'success', title: 'Done', text: '' } as const;

function redirects(ui: 'desktop' | 'web' = 'desktop'): PendingRedirects {
  return new PendingRedirects(new LoopbackPorts().open, {
    ui,
    remoteName: undefined,
    extension: 'ui',
    uriScheme: 'vscode',
  });
}

/** Takes the redirect with this state only. */
function withState(state: string): (url: URL) => RedirectVerdict {
  return (url) => ({ isTaken: url.searchParams.get('state') === state, page });
}

const forever = () => new AbortController().signal;

describe('PendingRedirects', () => {
  const open: RedirectListener[] = [];
  afterEach(() => {
    for (const listener of open.splice(0)) listener.dispose();
  });

  async function wait(at: PendingRedirects, uri: string, state: string): Promise<RedirectListener> {
    const listener = await at.open(uri, withState(state));
    open.push(listener);
    return listener;
  }

  it('ends the wait with what the browser brings, and with what is pasted', async () => {
    const at = redirects();
    const byBrowser = await wait(at, 'http://localhost:0/callback', 'a');
    const brought = byBrowser.next(forever());
    await fetch(`${byBrowser.redirectUri}?state=a&code=1`);
    assert.equal((await brought).searchParams.get('code'), '1');

    const byHand = await wait(at, 'http://localhost:0/callback', 'b');
    const pasted = byHand.next(forever());
    assert.equal(at.paste(`  ${byHand.redirectUri}?state=b&code=2\n`), undefined);
    assert.equal((await pasted).searchParams.get('code'), '2');
  });

  it('takes the URI handler’s address for a redirect URI of VS Code’s scheme, and opens no port for it', async () => {
    const at = redirects();
    const uri = 'vscode://vehicle-data.vehicle-data-explorer/callback';
    const listener = await wait(at, uri, 'a');
    assert.equal(listener.redirectUri, uri);
    const arrived = listener.next(forever());
    at.receive(new URL(`${uri}?state=old&code=0`));
    at.receive(new URL('vscode://vehicle-data.vehicle-data-explorer/elsewhere?state=a&code=0'));
    at.receive(new URL(`${uri}?state=a&code=1`));
    assert.equal((await arrived).searchParams.get('code'), '1');
    assert.equal(listener.ignored, 1);
  });

  it('keeps sign-ins that run side by side apart by their state', async () => {
    const at = redirects();
    const uri = 'https://example.com/callback';
    const [first, second] = [await wait(at, uri, 'a'), await wait(at, uri, 'b')];
    const [firstUrl, secondUrl] = [first.next(forever()), second.next(forever())];
    assert.equal(at.paste(`${uri}?state=b&code=2`), undefined);
    assert.equal(at.paste(`${uri}?state=a&code=1`), undefined);
    assert.equal((await firstUrl).searchParams.get('code'), '1');
    assert.equal((await secondUrl).searchParams.get('code'), '2');
  });

  it('says what is wrong with a pasted text, and takes an address once', async () => {
    const at = redirects();
    assert.equal(at.paste('https://example.com/callback?state=a'), 'elsewhere');
    await wait(at, 'https://example.com/callback', 'a');
    assert.equal(at.paste('my code'), 'not-an-address');
    assert.equal(at.paste('https://connect.example.com/oauth/authorize?state=a'), 'elsewhere');
    assert.equal(at.paste('https://example.com/callback?state=b'), 'not-taken');
    assert.equal(at.paste('https://example.com/callback?state=a'), undefined);
    assert.equal(at.paste('https://example.com/callback?state=a'), 'not-taken');
  });

  it('knows whether anything waits, and that the browser may be elsewhere', async () => {
    const at = redirects('web');
    const listener = await wait(at, 'http://localhost:0/callback', 'a');
    assert.deepEqual([listener.mayBeUnreachable, at.isWaiting], [true, true]);
    listener.dispose();
    assert.equal(at.isWaiting, false);
  });

  it('stops waiting with the reason of the signal', async () => {
    const listener = await wait(redirects(), 'http://localhost:0/callback', 'a');
    const stop = new AbortController();
    const wanted = assert.rejects(listener.next(stop.signal), /enough/);
    stop.abort(new Error('enough'));
    await wanted;
  });
});
