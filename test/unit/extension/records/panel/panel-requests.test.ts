import assert from 'node:assert/strict';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import type { ChargeRecordsTarget } from '../../../../../src/viewer/messages/target.ts';
import { RecordsPanel } from '../../../../../src/extension/records/panel/records-panel.ts';
import type { SaveRequest } from '../../../../../src/extension/records/export/save-file.ts';
import type { ChargeRecordsResponse } from '../../../../../src/service/model/vehicle-data.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';
import { FakePanel } from './fake-panel.ts';

const target: ChargeRecordsTarget = {
  sessionId: 'session-1',
  vehicle: { id: 'vehicle-1', make: 'BMW', model: 'i4 M50', year: 2024 },
};
const answer = (...energies: number[]): ChargeRecordsResponse => ({
  body: bodyOf(JSON.stringify({ records: energies.map((energy) => record({ energy })) })),
  requestId: 'request-1',
  fetchedAt: undefined,
});
/** The same, had by the service at a time in this hour. */
const answerOf = (minute: number, ...energies: number[]): ChargeRecordsResponse => ({
  ...answer(...energies),
  fetchedAt: new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString(),
});
const never = () => new Promise<ChargeRecordsResponse>(() => undefined);

/** An answer whose body arrives piece by piece. */
class Arriving {
  readonly #through = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#through.writable.getWriter();
  readonly answer: ChargeRecordsResponse = { ...answer(), body: this.#through.readable };

  give(text: string): void {
    void this.#writer.write(Buffer.from(text));
  }

  end(): void {
    void this.#writer.close();
  }
}

class Setup {
  readonly panel = new FakePanel();
  readonly asked: ChargeRecordsTarget[] = [];
  readonly signals: AbortSignal[] = [];
  readonly saved: SaveRequest[] = [];
  /** What the user chooses, by the zone until then. */
  answers: (() => Promise<ChargeRecordsResponse>)[] = [];

  /** A viewer whose page listens. Its first load is told to its end if there is an answer. */
  async open(nominal?: PanelServices['nominal'], more: Partial<PanelServices> = {}): Promise<void> {
    const log = () => undefined;
    const services: PanelServices = {
      load: (asked: ChargeRecordsTarget, signal: AbortSignal) => {
        this.asked.push(asked);
        this.signals.push(signal);
        return (this.answers.shift() ?? never)();
      },
      remedy: () => Promise.resolve(true),
      energyUnit: () => 'kWh',
      ...(nominal && { nominal }),
      saveFile: (request: SaveRequest) => {
        this.saved.push(request);
        return Promise.resolve();
      },
      openDropped: log,
      timeZone: () => 'local',
      onDidChangeSettings: () => ({ dispose: () => undefined }),
      layout: { kept: () => undefined, keep: log },
      clipboard: () => Promise.resolve(),
      pick: () => Promise.resolve(undefined),
      tell: log,
      showJson: () => Promise.resolve(),
      compareJson: () => Promise.resolve(),
      language: 'en',
      clock: { now: () => 1000 },
      log: { debug: log, info: log, warn: log, error: log },
      ...more,
    };
    const records = new RecordsPanel(this.panel.panel, target, services, () => '<html>');
    this.panel.say({ type: 'ready' });
    await records.load();
  }

  text(request: SaveRequest | undefined, choice = 0): string {
    return [...(request?.choices[choice]?.make() ?? [])].join('');
  }
}

describe('RecordsPanel', () => {
  let setup: Setup;
  beforeEach(() => {
    setup = new Setup();
  });

  it('asks for other days, keeps the earlier records in its story until the new are complete, and says what is asked', async () => {
    setup.answers = [() => Promise.resolve(answer(1, 2)), () => Promise.resolve(answer(3))];
    await setup.open();
    const done = setup.panel.next('done', 2);
    setup.panel.say({ type: 'range', startDate: '2026-10-01', endDate: '2026-10-31' });
    setup.panel.say({ type: 'ready' });
    await done;
    assert.deepEqual(setup.asked[1], { ...target, startDate: '2026-10-01', endDate: '2026-10-31' });
    const start = setup.panel.posted.findLast((message) => message.type === 'start');
    assert.deepEqual(start, { type: 'start', load: 2, startDate: '2026-10-01', endDate: '2026-10-31' });
    const told = setup.panel.posted.map((message) =>
      'load' in message ? `${message.type} ${message.load}` : message.type,
    );
    const again = told.slice(told.lastIndexOf('init'));
    assert.deepEqual(again, ['init', 'start 1', 'batch 1', 'done 1', 'start 2', 'batch 2', 'done 2']);
  });

  it('takes older records of other days', async () => {
    setup.answers = [answerOf(20, 1), answerOf(10, 2)].map((each) => () => Promise.resolve(each));
    await setup.open();
    const done = setup.panel.next('done', 2);
    setup.panel.say({ type: 'range', startDate: '2026-10-01' });
    await done;
  });

  it('goes back to the defaults of the service', async () => {
    setup.answers = [
      () => Promise.resolve(answer(1)),
      () => Promise.resolve(answer(1)),
      () => Promise.resolve(answer(1)),
    ];
    await setup.open();
    for (const range of [{ startDate: '2026-10-01' }, {}]) {
      const done = setup.panel.next('done');
      setup.panel.say({ type: 'range', ...range });
      await done;
    }
    assert.deepEqual(setup.asked[2], { ...target, startDate: undefined, endDate: undefined });
  });

  it('ends a load that the user cancels, and says so', async () => {
    setup.answers = [() => Promise.resolve(answer(1))];
    await setup.open();
    setup.panel.say({ type: 'cancel' });
    assert.equal(setup.signals[0]?.aborted, false, 'nothing is under way');
    setup.panel.say({ type: 'reload' });
    setup.panel.say({ type: 'cancel' });
    assert.equal(setup.signals[1]?.aborted, true);
    const failed = setup.panel.posted.at(-1);
    assert(failed?.type === 'failed');
    assert.deepEqual(
      [failed.load, failed.message, failed.remedy, failed.isCalm],
      [2, 'Loading was canceled.', 'retry', true],
    );
  });

  it('adds a charge where one can be, and requests the records then', async () => {
    setup.answers = [() => Promise.resolve(answer()), () => Promise.resolve(answer(1))];
    const added: string[] = [];
    const simulateCharge: PanelServices['simulateCharge'] =
      ({ vehicle }) =>
      () => {
        added.push(vehicle.id);
        return Promise.resolve();
      };
    await setup.open(undefined, { simulateCharge });
    const init = setup.panel.posted.find(({ type }) => type === 'init');
    assert.ok(init?.type === 'init' && init.simulates);
    const done = setup.panel.next('done', 2);
    setup.panel.say({ type: 'simulateCharge' });
    await done;
    assert.deepEqual(added, ['vehicle-1']);
  });

  it('tells the page the nominal capacity once it is known, and again when it comes back', async () => {
    setup.answers = [() => Promise.resolve(answer(1))];
    await setup.open(() => Promise.resolve(80.7));
    const capacities = () => setup.panel.posted.filter(({ type }) => type === 'capacity');
    assert.deepEqual(capacities(), [{ type: 'capacity', nominal: 80.7 }]);
    const told = setup.panel.next('capacity');
    setup.panel.say({ type: 'ready' });
    await told;
    assert.equal(capacities().length, 2);
  });

  it('shows records although the capacity cannot be read', async () => {
    setup.answers = [() => Promise.resolve(answer(1))];
    await setup.open(() => Promise.reject(new Error('no permission')));
    assert.equal(setup.panel.posted.at(-1)?.type, 'done');
  });

  it('saves the records on screen: the filtered ones or all', async () => {
    setup.answers = [() => Promise.resolve(answer(1, 2, 3))];
    await setup.open();
    setup.panel.say({ type: 'export', load: 1, format: 'ndjson', rows: Buffer.from([0b101]).toString('base64') });
    setup.panel.say({ type: 'export', load: 1, format: 'csv' });
    assert.equal(setup.saved.length, 2);
    assert.deepEqual(
      setup.saved[0]?.choices.map(({ label }) => label),
      ['The 2 filtered records', 'All 3 records'],
    );
    const energies = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { energy: number }).energy);
    assert.deepEqual(energies(setup.text(setup.saved[0])), [1, 3]);
    assert.deepEqual(energies(setup.text(setup.saved[0], 1)), [1, 2, 3]);
    assert.equal(setup.saved[1]?.fileName, 'bmw-i4-m50.charges.csv');
    assert.equal(setup.saved[1]?.choices.length, 1);
  });

  it('says that more may come where it saves records that still arrive, and saves those that were there', async () => {
    const arriving = new Arriving();
    setup.answers = [() => Promise.resolve(arriving.answer)];
    const batch = setup.panel.next('batch');
    void setup.open();
    arriving.give(JSON.stringify({ records: [record({ energy: 1 })] }).slice(0, -2));
    arriving.give(',{');
    await batch;
    setup.panel.say({ type: 'export', load: 1, format: 'ndjson' });
    setup.panel.say({ type: 'export', load: 1, format: 'ndjson', rows: Buffer.from([1]).toString('base64') });
    const done = setup.panel.next('done');
    arriving.give('}]}');
    arriving.end();
    await done;
    setup.panel.say({ type: 'export', load: 1, format: 'ndjson' });
    const told = setup.saved.map(({ choices, mustAsk }) => [mustAsk, ...choices.map(({ label }) => label)]);
    assert.deepEqual(told, [
      [true, 'The one record loaded so far'],
      [true, 'The one filtered record loaded so far', 'The one record loaded so far'],
      [false, 'All 2 records'],
    ]);
    const lines = setup.saved.map(
      (request) =>
        setup
          .text(request, request.choices.length - 1)
          .trimEnd()
          .split('\n').length,
    );
    assert.deepEqual(lines, [1, 1, 2]);
  });

  it('says so of a load that failed midway, too', async () => {
    const { body } = answer(1, 2, 3);
    async function* broken() {
      for await (const chunk of body) yield chunk.subarray(0, -20);
    }
    setup.answers = [() => Promise.resolve({ ...answer(), body: broken() })];
    await setup.open();
    assert.equal(setup.panel.posted.at(-1)?.type, 'failed');
    setup.panel.say({ type: 'export', load: 1, format: 'csv' });
    assert.deepEqual(
      [setup.saved[0]?.mustAsk, setup.saved[0]?.choices[0].label],
      [true, 'The 2 records loaded so far'],
    );
  });

  it('saves a picture, and nothing that is none', async () => {
    setup.answers = [() => Promise.resolve(answer(1))];
    await setup.open();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
    setup.panel.say({ type: 'image', chart: 'energy', png: png.toString('base64') });
    setup.panel.say({ type: 'image', chart: 'energy', png: Buffer.from('<html>').toString('base64') });
    assert.equal(setup.saved.length, 1);
    assert.equal(setup.saved[0]?.fileName, 'bmw-i4-m50-energy.png');
    assert.deepEqual([...(setup.saved[0]?.choices[0].make() ?? [])], [png]);
  });
});
