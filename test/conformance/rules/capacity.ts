import { batteryCapacity, capacityEntry } from '../../../src/service/v2/contract.ts';
import { browse } from '../browse.ts';
import type { Answer } from '../http.ts';
import { expect, expectRefused, property, type Rule, rulesOf, show, Skipped } from '../rule.ts';
import type { World } from '../world.ts';

const fields = 'Resources and their fields';
const rule = rulesOf<World>({ section: 'Battery capacity response cases', buildsOn: ['data.bearer-accepted'] });

type Case = 'SMARTCAR' | 'USER_SELECTED' | 'none';

interface Read {
  readonly id: string;
  readonly body: unknown;
}

/** The answers of all vehicles that have one. */
async function read(world: World): Promise<readonly Read[]> {
  const answers: (Answer & { id: string })[] = [];
  for (const { id } of await world.vehicles()) answers.push({ id, ...(await world.capacity(id)) });
  const good = answers.filter(({ status }) => status === 200);
  if (good.length === 0) throw new Skipped('no vehicle that is known has a capacity answer');
  return good.map(({ id, json }) => ({ id, body: json }));
}

async function readCase(world: World, wanted: Case): Promise<readonly Read[]> {
  const found = (await read(world)).filter(({ body }) => caseOf(body) === wanted);
  if (found.length === 0) throw new Skipped(`no vehicle that is known is in this case`);
  return found;
}

function caseOf(body: unknown): unknown {
  const capacity = property(body, 'capacity');
  return capacity === null ? 'none' : property(capacity, 'source');
}

function entriesOf(body: unknown): readonly unknown[] {
  const entries = property(body, 'availableCapacities');
  return Array.isArray(entries) ? entries : [];
}

function isLink(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);
}

/** Every answer of every vehicle has this. */
function everyAnswer(id: string, title: string, check: (body: unknown) => void): Rule {
  return rule(`capacity.${id}`, {
    document: title,
    section: fields,
    check: async (world) => {
      for (const { body } of await read(world)) check(body);
    },
  });
}

function inCase(id: string, title: string, wanted: Case, check: (body: unknown) => void): Rule {
  return rule(`capacity.${id}`, {
    document: title,
    buildsOn: ['capacity.entries', 'capacity.source', 'capacity.url'],
    check: async (world) => {
      for (const { body } of await readCase(world, wanted)) check(body);
    },
  });
}

const several = (body: unknown) => {
  const count = entriesOf(body).length;
  expect(count > 1, `availableCapacities has ${count} entries`);
};
const linked = (body: unknown) => expect(isLink(property(body, 'url')), 'url is no link');

export const capacityRules: readonly Rule[] = [
  everyAnswer('entries', 'availableCapacities are entries: capacity a number, description a string or null', (body) => {
    expect(Array.isArray(property(body, 'availableCapacities')), 'availableCapacities is no array');
    for (const entry of entriesOf(body)) expect(capacityEntry.safeParse(entry).success, `an entry is ${show(entry)}`);
  }),
  everyAnswer('nominal', 'capacity is null, or an object whose nominal is a number', (body) => {
    const capacity = property(body, 'capacity');
    const kept = capacity === null || typeof property(capacity, 'nominal') === 'number';
    expect(kept, `capacity is ${show(capacity)}`);
  }),
  everyAnswer('source', 'source is SMARTCAR or USER_SELECTED', (body) => {
    const source = caseOf(body);
    expect(['none', 'SMARTCAR', 'USER_SELECTED'].includes(String(source)), `source is ${show(source)}`);
  }),
  everyAnswer('url', 'url is a string or null', (body) => {
    const url = property(body, 'url');
    expect(batteryCapacity.shape.url.safeParse(url).success, `url is ${typeof url}`);
  }),
  inCase('determined-one-entry', 'Determined by the service: one entry', 'SMARTCAR', (body) => {
    const count = entriesOf(body).length;
    expect(count === 1, `availableCapacities has ${count} entries`);
  }),
  inCase('determined-no-url', 'Determined by the service: url is null', 'SMARTCAR', (body) => {
    expect(property(body, 'url') === null, 'url is not null');
  }),
  inCase('undetermined-entries', 'Not determined, no choice yet: several entries', 'none', several),
  inCase('undetermined-url', 'Not determined, no choice yet: url is a link', 'none', linked),
  inCase('selected-entries', 'Chosen by the owner: several entries', 'USER_SELECTED', several),
  inCase('selected-url', 'Chosen by the owner: url is a link', 'USER_SELECTED', linked),
  rule('capacity.link-ends-open', {
    public: 'The url ends in redirect_uri=, for the caller to append to',
    section: 'user-selected capacity',
    buildsOn: ['capacity.undetermined-url'],
    check: async (world) => {
      for (const { body } of await readCase(world, 'none')) {
        expect(String(property(body, 'url')).endsWith('redirect_uri='), 'url does not end in redirect_uri=');
      }
    },
  }),
  rule('capacity.owner-chooses', {
    document: 'The link takes an appended redirect URI; what the owner chooses there becomes USER_SELECTED',
    needs: ['connect'],
    buildsOn: ['capacity.undetermined-url', 'capacity.link-ends-open'],
    check: async (world) => {
      const [vehicle] = await readCase(world, 'none');
      const link = `${String(property(vehicle?.body, 'url'))}${encodeURIComponent(world.target.redirectUri)}`;
      const arrival = await browse(link, world.target.redirectUri, 'choose');
      expect('redirect' in arrival, 'the flow did not return to the appended redirect URI');
      const { json } = await world.capacity(vehicle?.id ?? '');
      expect(caseOf(json) === 'USER_SELECTED', `after the choice the source is ${show(caseOf(json))}`);
      const nominal = property(property(json, 'capacity'), 'nominal');
      const offered = entriesOf(vehicle?.body).map((entry) => property(entry, 'capacity'));
      expect(offered.includes(nominal), `the chosen capacity ${show(nominal)} was not offered`);
    },
  }),
  rule('capacity.geography', {
    document: 'Nominal capacity is for vehicles based in the United States and Europe only',
    section: 'Endpoints 3',
    check: async (world) => {
      const id = world.target.outsideVehicle;
      if (id === undefined) throw new Skipped('needs a vehicle based elsewhere: no --outside-vehicle ID');
      expectRefused(await world.capacity(id), 'a vehicle based elsewhere');
    },
  }),
];
