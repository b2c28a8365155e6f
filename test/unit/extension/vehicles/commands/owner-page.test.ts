import assert from 'node:assert/strict';
import { ownerVisit } from '../../../../../src/extension/vehicles/commands/owner-redirect.ts';
import { visitOwnerPage } from '../../../../../src/extension/vehicles/commands/owner-page.ts';
import { openRedirects } from '../../auth/support.ts';

const ownerUrl = 'https://connect.example.test/oauth/reauthenticate?client_id=a%2Bb&vehicle_id=v1&token=t%2B1';

/** The owner's browser is real HTTP to a real listener; it comes back with each of `answers` in turn. */
async function answered(answers: readonly Record<string, string>[]) {
  const opened: URL[] = [];
  const statuses: number[] = [];
  const browsing: Promise<void>[] = [];
  const browse = async (back: string) => {
    for (const answer of answers) {
      const response = await fetch(`${back}?${new URLSearchParams(answer).toString()}`);
      statuses.push(response.status);
      await response.text();
    }
  };
  const visit = ownerVisit({
    openRedirectListener: openRedirects().open,
    openBrowser: (address) => {
      assert.ok(address.startsWith(`${ownerUrl}&`), 'what the service gave stays byte for byte');
      opened.push(new URL(address));
      browsing.push(browse(opened[0]?.searchParams.get('redirect_uri') ?? ''));
      return Promise.resolve();
    },
    redirectUri: 'http://localhost:0/callback',
    signal: new AbortController().signal,
  });
  const redirect = await visitOwnerPage(ownerUrl, 'state-1', visit);
  await Promise.all(browsing);
  return { redirect, opened, statuses };
}

describe('visitOwnerPage', () => {
  it('completes the service’s address and waits for its own answer, not for another one’s', async () => {
    const { redirect, opened, statuses } = await answered([
      { vehicle_id: 'v1', state: 'state-0' },
      { vehicle_id: 'v1', state: 'state-1' },
    ]);
    assert.deepEqual(redirect, { kind: 'done', state: 'state-1' });
    assert.equal(opened[0]?.searchParams.get('response_type'), 'vehicle_id');
    assert.equal(opened[0]?.searchParams.get('state'), 'state-1');
    assert.deepEqual(statuses, [400, 200]);
  });

  it('tells why the owner did not sign in', async () => {
    const { redirect } = await answered([{ error: 'access_denied', state: 'state-1' }]);
    assert.equal(redirect.kind, 'refused');
    assert.match(redirect.kind === 'refused' ? redirect.refusal.message : '', /did not grant/);
  });
});
