import assert from 'node:assert/strict';
import { openRedirects } from '../../auth/support.ts';
import { ownerVisit } from '../../../../../src/extension/vehicles/commands/owner-redirect.ts';
import type { CapacityChoice } from '../../../../../src/extension/vehicles/commands/choose-capacity.ts';
import { chooseCapacity } from '../../../../../src/extension/vehicles/commands/choose-capacity.ts';
import { FakeAccount, World, candidates, determined, failure } from '../fixture.ts';

const selectUrl = 'https://connect.example.test/battery-capacity?vehicle_id=v1&token=t%2B1&redirect_uri=';

/** One vehicle whose owner's browser is real HTTP to a real listener. */
class Story {
  readonly account = new FakeAccount('v1');
  /** Addresses the owner's browser was sent to. */
  readonly opened: URL[] = [];
  /** What the browser showed after each redirect. */
  readonly pages: { status: number; text: string }[] = [];
  readonly stop = new AbortController();

  constructor(url: string | null = selectUrl) {
    this.account.capacities.set('v1', { case: 'undetermined', candidates, selectUrl: url });
  }

  /** Asks the owner, who comes back with each of `queries` in turn after doing `meanwhile` at the service. */
  async choose(queries: string[] = [], meanwhile: () => void = () => undefined): Promise<CapacityChoice> {
    const world = new World({ s1: this.account });
    const vehicle = (await world.directory.find('v1')) ?? assert.fail('not listed');
    const browsing: Promise<void>[] = [];
    const visit = ownerVisit({
      openRedirectListener: openRedirects().open,
      openBrowser: (address) => {
        this.opened.push(new URL(address));
        meanwhile();
        browsing.push(this.#comeBack(queries));
        return Promise.resolve();
      },
      redirectUri: 'http://localhost:0/callback',
      signal: this.stop.signal,
    });
    return chooseCapacity(vehicle, visit).finally(() => Promise.all(browsing));
  }

  async #comeBack(queries: string[]): Promise<void> {
    const redirectUri = this.opened[0]?.searchParams.get('redirect_uri') ?? assert.fail('no redirect URI');
    for (const query of queries) {
      const response = await fetch(`${redirectUri}?${query}`);
      this.pages.push({ status: response.status, text: await response.text() });
    }
  }
}

describe('chooseCapacity', () => {
  it('sends the owner off with the redirect set once, and believes the service, not what comes back', async () => {
    const story = new Story();
    const chosen = { case: 'selected', nominal: 80.9, candidates, selectUrl } as const;
    const choice = await story.choose(['vehicle_id=v1&selected_capacity=99'], () =>
      story.account.capacities.set('v1', chosen),
    );
    assert.deepEqual(choice, { kind: 'selected', nominal: 80.9 });
    const [address] = story.opened;
    assert.match(address?.searchParams.getAll('redirect_uri').join() ?? '', /^http:\/\/localhost:[1-9]\d*\/callback$/);
    assert.equal(address?.searchParams.get('token'), 't+1');
    assert.match(story.pages[0]?.text ?? '', /Battery capacity chosen/);
  });

  it('waits on when a stray visit or a page of another vehicle comes, and takes a service that is behind for what it is', async () => {
    const story = new Story();
    const other = 'vehicle_id=v2&selected_capacity=70.9';
    const choice = await story.choose(['hello=1', other, 'vehicle_id=v1&selected_capcity=80.9']);
    assert.deepEqual(choice, { kind: 'pending' });
    assert.deepEqual(
      story.pages.map(({ status }) => status),
      [400, 400, 200],
    );
  });

  it('leaves alone what a sign-in that waits at the same address is sent', async () => {
    const story = new Story();
    const own = 'vehicle_id=v1&selected_capacity=80.9';
    const choice = await story.choose(['error=access_denied&state=s', `${own}&state=s`, own]);
    assert.deepEqual(choice, { kind: 'pending' });
    assert.deepEqual(
      story.pages.map(({ status }) => status),
      [400, 400, 200],
    );
  });

  it('takes “does not know” as an answer', async () => {
    const story = new Story();
    const choice = await story.choose(['error=battery_capacity_no_selection&vehicle_id=v1']);
    assert.deepEqual(choice, { kind: 'owner-does-not-know' });
    const reads = story.account.asked.filter((question) => question === 'capacity v1');
    assert.equal(reads.length, 2, 'the tree shows what holds after the answer');
  });

  it('tells a refusal, with the next step: to ask again, or to mend what only the developer can', async () => {
    const story = new Story();
    await assert.rejects(story.choose(['error=access_denied&error_description=No.']), {
      name: 'ServiceError',
      message: 'No capacity was chosen: The owner did not grant access. The API says: “No.”',
      nextStep: 'Ask again when the owner is ready.',
      remedy: 'retry',
    });
    assert.match(story.pages[0]?.text ?? '', /No battery capacity chosen/);
    await assert.rejects(new Story().choose(['error=configuration_error']), {
      nextStep: /client ID and redirect URI/,
      remedy: 'edit-environment',
    });
  });

  it('ends when it is cancelled, and gives the port back', async () => {
    const story = new Story();
    await assert.rejects(
      story.choose([], () => story.stop.abort()),
      { name: 'ServiceError', kind: 'cancelled' },
    );
    await assert.rejects(fetch(story.opened[0]?.searchParams.get('redirect_uri') ?? ''), TypeError);
  });

  it('opens nothing where there is nothing to choose', async () => {
    const known = new Story();
    known.account.capacities.set('v1', determined);
    assert.deepEqual(await known.choose(), { kind: 'determined', nominal: 80.7 });
    const closed = new Story(null);
    assert.deepEqual(await closed.choose(), { kind: 'no-address' });
    assert.deepEqual([...known.opened, ...closed.opened], []);
  });

  it('opens no address but one of the web', async () => {
    for (const url of ['command:evil', 'file:///etc/passwd', 'nonsense']) {
      const story = new Story(url);
      await assert.rejects(story.choose(), /not a web address/);
      assert.deepEqual(story.opened, []);
    }
  });

  it('asks the owner nothing when the capacity can’t be read', async () => {
    const story = new Story();
    const error = failure();
    story.account.failures.set('capacity v1', error);
    await assert.rejects(story.choose(), error);
    assert.deepEqual(story.opened, []);
  });
});
