import assert from 'node:assert/strict';
import { rawText } from '../../../../../src/extension/vehicles/commands/raw-text.ts';
import type { Environments } from '../../../../../src/extension/environments/settings/environments.ts';
import type { CapacityChoice } from '../../../../../src/extension/vehicles/commands/choose-capacity.ts';
import * as fake from '../../auth/fake-vscode.ts';
import { openRedirects } from '../../auth/support.ts';
import { candidates, determined, failure, FakeAccount, restoreClock, World } from '../fixture.ts';

const { chooseCapacity } = await import('../../../../../src/extension/vehicles/commands/choose-capacity.ts');
const { visitOwnerPage } = await import('../../../../../src/extension/vehicles/commands/owner-page.ts');
const { visitOwner } = await import('../../../../../src/extension/vehicles/commands/owner-visit.ts');

const selectUrl = 'https://connect.example.test/battery-capacity?vehicle_id=v1&token=t%2B1&redirect_uri=';

afterEach(restoreClock);

/** An owner whose browser is real HTTP to a real listener. */
class Owner {
  /** Addresses the owner's browser was sent to. */
  readonly opened: string[] = [];
  /** What the browser showed after each redirect. */
  readonly pages: { status: number; text: string }[] = [];

  /** Comes back with each of `queries` in turn, after doing `meanwhile` at the service. */
  async visit<T>(
    go: Parameters<typeof visitOwner<T>>[3],
    queries: readonly string[],
    meanwhile: () => void = () => undefined,
  ): Promise<T> {
    const browsing: Promise<void>[] = [];
    fake.browser.open = (url) => {
      this.opened.push(String(url));
      meanwhile();
      browsing.push(this.#comeBack(queries));
      return Promise.resolve(true);
    };
    const resolve = () => Promise.resolve({ redirectUri: 'http://localhost:0/callback' });
    const environments = { current: () => 'sandbox', resolve } as unknown as Environments;
    return visitOwner('Waiting…', environments, openRedirects().open, go).finally(() => Promise.all(browsing));
  }

  get redirectUri(): string {
    return new URL(this.opened[0] ?? '').searchParams.get('redirect_uri') ?? '';
  }

  get statuses(): readonly number[] {
    return this.pages.map(({ status }) => status);
  }

  async #comeBack(queries: readonly string[]): Promise<void> {
    for (const query of queries) {
      const response = await fetch(`${this.redirectUri}?${query}`);
      this.pages.push({ status: response.status, text: await response.text() });
    }
  }
}

describe('the owner’s choice of the capacity', () => {
  let account: FakeAccount;
  let owner: Owner;

  beforeEach(() => {
    fake.forgetAll();
    account = new FakeAccount('v1');
    owner = new Owner();
    account.capacities.set('v1', { case: 'undetermined', candidates, selectUrl });
  });

  async function choose(queries: readonly string[] = [], meanwhile?: () => void): Promise<CapacityChoice> {
    const vehicle = (await new World({ s1: account }).directory.find('v1')) ?? assert.fail('not listed');
    return owner.visit((visit) => chooseCapacity(vehicle, visit), queries, meanwhile);
  }

  it('has the redirect set once, and the service is believed, not what comes back', async () => {
    const choice = await choose(['vehicle_id=v1&selected_capacity=99'], () =>
      account.capacities.set('v1', { case: 'selected', nominal: 80.9, candidates, selectUrl }),
    );
    assert.deepEqual(choice, { kind: 'selected', nominal: 80.9 });
    const { searchParams } = new URL(owner.opened[0] ?? '');
    assert.match(searchParams.getAll('redirect_uri').join(), /^http:\/\/localhost:[1-9]\d*\/callback$/);
    assert.equal(searchParams.get('token'), 't+1');
    assert.match(owner.pages[0]?.text ?? '', /Battery capacity chosen/);
  });

  const own = 'vehicle_id=v1&selected_capacity=80.9';
  for (const [what, ...queries] of [
    ['a stray visit or a page of another vehicle', 'hello=1', 'vehicle_id=v2&selected_capacity=70.9', own],
    ['what a sign-in at the same address is sent', 'error=access_denied&state=s', `${own}&state=s`, own],
  ] as const) {
    it(`waits on at ${what}, and takes a service that is behind for what it is`, async () => {
      assert.deepEqual(await choose(queries), { kind: 'pending' });
      assert.deepEqual(owner.statuses, [400, 400, 200]);
    });
  }

  it('may be that the owner does not know', async () => {
    assert.deepEqual(await choose(['error=battery_capacity_no_selection&vehicle_id=v1']), {
      kind: 'owner-does-not-know',
    });
    const reads = account.asked.filter((question) => question === 'capacity v1');
    assert.equal(reads.length, 2, 'the tree shows what holds after the answer');
  });

  it('may be refused, with the next step: to ask again, or to mend what only the developer can', async () => {
    await assert.rejects(choose(['error=access_denied&error_description=No.']), {
      name: 'ServiceError',
      message: 'No capacity was chosen: The owner did not grant access. The API says: “No.”',
      nextStep: 'Ask again when the owner is ready.',
      remedy: 'retry',
    });
    assert.match(owner.pages[0]?.text ?? '', /No battery capacity chosen/);
    owner = new Owner();
    await assert.rejects(choose(['error=configuration_error']), {
      nextStep: /client ID and redirect URI/,
      remedy: 'edit-environment',
    });
  });

  it('ends when it is cancelled, and gives the port back', async () => {
    const cancelled = choose([], () => fake.cancel.fire());
    await assert.rejects(cancelled, { name: 'ServiceError', kind: 'cancelled' });
    await assert.rejects(fetch(owner.redirectUri), TypeError);
  });

  for (const [what, capacity, outcome] of [
    ['what is known', determined, { kind: 'determined', nominal: 80.7 }],
    ['what has no address', { case: 'undetermined', candidates, selectUrl: null }, { kind: 'no-address' }],
    ['command:evil', { case: 'undetermined', candidates, selectUrl: 'command:evil' }, /not a web address/],
    ['file:///etc', { case: 'undetermined', candidates, selectUrl: 'file:///etc' }, /not a web address/],
    ['nonsense', { case: 'undetermined', candidates, selectUrl: 'nonsense' }, /not a web address/],
  ] as const) {
    it(`opens nothing for ${what}`, async () => {
      account.capacities.set('v1', capacity);
      if (outcome instanceof RegExp) await assert.rejects(choose(), outcome);
      else assert.deepEqual(await choose(), outcome);
      assert.deepEqual(owner.opened, []);
    });
  }

  it('asks the owner nothing when the capacity can’t be read', async () => {
    const error = failure();
    account.failures.set('capacity v1', error);
    await assert.rejects(choose(), error);
    assert.deepEqual(owner.opened, []);
  });
});

describe('the owner’s page', () => {
  const ownerUrl = 'https://connect.example.test/oauth/reauthenticate?client_id=a%2Bb&vehicle_id=v1&token=t%2B1';

  async function answered(...queries: readonly string[]) {
    const owner = new Owner();
    const redirect = await owner.visit((visit) => visitOwnerPage(ownerUrl, 'state-1', visit), queries);
    return { redirect, owner };
  }

  it('has the service’s address, completed, and waits for its own answer, not for another one’s', async () => {
    const { redirect, owner } = await answered('vehicle_id=v1&state=state-0', 'vehicle_id=v1&state=state-1');
    assert.deepEqual(redirect, { kind: 'done', state: 'state-1' });
    const [opened = ''] = owner.opened;
    assert.ok(opened.startsWith(`${ownerUrl}&`), 'what the service gave stays byte for byte');
    const { searchParams } = new URL(opened);
    assert.deepEqual([searchParams.get('response_type'), searchParams.get('state')], ['vehicle_id', 'state-1']);
    assert.deepEqual(owner.statuses, [400, 200]);
  });

  it('tells why the owner did not sign in', async () => {
    const { redirect } = await answered('error=access_denied&state=state-1');
    assert.match(redirect.kind === 'refused' ? redirect.refusal.message : '', /did not grant/);
  });
});

describe('raw JSON', () => {
  it('keeps the digits that came, and the order', () => {
    const text = '{"z":1.10,"a":[1e2,12345678901234567890,-0.0,"1.10"],"n":null}';
    assert.equal(rawText(text).replaceAll(/\s/g, ''), text);
    assert.match(rawText(text), /^\{\n {2}"z": 1\.10,\n/);
  });
});
