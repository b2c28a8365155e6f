import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import { ChargeRecordsPanels } from '../../../../../src/extension/records/panel/panels.ts';
import { droppedTarget } from '../../../../../src/extension/records/file/record-file.ts';
import type { ChargeRecordsTarget } from '../../../../../src/viewer/messages/target.ts';
import type { FailureText, ToPage } from '../../../../../src/viewer/messages/to-page.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../../../src/service/model/errors.ts';
import type { ChargeRecordsResponse } from '../../../../../src/service/model/vehicle-data.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';
import { FakePanel } from './fake-panel.ts';

const target: ChargeRecordsTarget = {
  sessionId: 'session-1',
  vehicle: { id: 'vehicle-1', make: 'BMW', model: 'i4', year: 2024 },
};

function answer(text: string): ChargeRecordsResponse {
  return { body: bodyOf(text), requestId: 'request-1', fetchedAt: '2026-11-01T00:00:00Z' };
}

const two = JSON.stringify({ records: [record(), record()] });

const busy = new ServiceError('Too many requests.', {
  kind: 'api',
  turn: 'retry',
  nextStep: 'Wait a minute.',
  requestId: 'request-9',
  sent: true,
});

class Setup {
  readonly panels: FakePanel[] = [];
  readonly asked: ChargeRecordsTarget[] = [];
  readonly signals: AbortSignal[] = [];
  readonly logged: string[] = [];
  readonly layouts: unknown[] = [];
  readonly copied: string[] = [];
  readonly shown: [string, string][] = [];
  readonly offered: unknown[] = [];
  /** Which of what is offered is chosen; undefined: nothing. */
  choice: number | undefined;
  answers: (() => Promise<ChargeRecordsResponse>)[] = [];
  readonly mended: ServiceError[] = [];
  isMended = true;
  readonly viewers: ChargeRecordsPanels;

  constructor() {
    const log = (line: string) => void this.logged.push(line);
    const services: PanelServices = {
      load: (asked, signal) => {
        this.asked.push(asked);
        this.signals.push(signal);
        const next = this.answers.shift();
        return next ? next() : Promise.resolve(answer(two));
      },
      remedy: (_source, error) => {
        this.mended.push(error);
        return Promise.resolve(this.isMended);
      },
      energyUnit: () => 'kWh',
      timeZone: () => 'local',
      onDidChangeSettings: () => ({ dispose: () => undefined }),
      layout: { kept: () => this.layouts.at(-1), keep: (layout) => void this.layouts.push(layout) },
      clipboard: (text) => {
        this.copied.push(text);
        return Promise.resolve();
      },
      pick: (title, items) => {
        this.offered.push([title, items]);
        return Promise.resolve(this.choice);
      },
      saveFile: () => Promise.resolve(),
      openDropped: () => undefined,
      tell: () => undefined,
      compareJson: () => Promise.resolve(),
      showJson: (name, text) => {
        this.shown.push([name, text]);
        return Promise.resolve();
      },
      language: 'en',
      clock: { now: () => 1000 },
      log: { debug: log, info: log, warn: log, error: log },
    };
    const createPanel = (title: string) => {
      const made = new FakePanel();
      made.title = title;
      this.panels.push(made);
      return made.panel;
    };
    const joinPath = (base: unknown, ...segments: string[]) =>
      [String(base), ...segments].join('/') as unknown as vscode.Uri;
    this.viewers = new ChargeRecordsPanels(
      { createPanel, joinPath, extensionUri: 'ext' as unknown as vscode.Uri },
      services,
    );
  }

  /** Opens the target's viewer and answers for its page until the first load is told. */
  async opened(end: ToPage['type'] = 'done'): Promise<FakePanel> {
    this.viewers.open(target);
    const panel = this.panel(0);
    await panel.begin(end);
    return panel;
  }

  panel(index: number): FakePanel {
    const panel = this.panels[index];
    assert(panel, `panel ${index}`);
    return panel;
  }
}

describe('ChargeRecordsPanels', () => {
  let setup: Setup;
  beforeEach(() => {
    setup = new Setup();
  });

  it('tells the page who, what and when once it is ready', async () => {
    setup.viewers.open(target);
    const panel = setup.panel(0);
    assert.deepEqual(panel.takeTypes(), ['start'], 'before it is ready, how the load begins');
    const done = panel.next('done');
    panel.say({ type: 'ready' });
    assert.deepEqual(await done, {
      type: 'done',
      load: 1,
      rows: 2,
      receivedAt: 1000,
      fetchedAt: Date.UTC(2026, 10, 1),
    });
    const [init, , batch] = panel.posted;
    assert(init?.type === 'init' && init.energyUnit === 'kWh');
    assert.deepEqual(init.target, target);
    assert(batch?.type === 'batch' && batch.batch.rows === 2);
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done']);
  });

  it('tells the first page its first load ahead, if that is one batch, and once more when it is ready', async () => {
    setup.viewers.open(target);
    const panel = setup.panel(0);
    const batch = await panel.next('batch');
    await panel.next('done');
    assert.deepEqual(panel.takeTypes(), ['start', 'batch', 'done']);
    await panel.begin('done', true);
    assert.deepEqual(panel.posted[1], batch);
    assert.deepEqual(panel.takeTypes(), ['start', 'batch', 'done']);
  });

  it('has the page begin with what its HTML says, and says it again only where it is no longer so', async () => {
    setup.viewers.open(target);
    const panel = setup.panel(0);
    const text = /data-init="([^"]*)"/.exec(panel.webview.html)?.[1] ?? '';
    await panel.begin('done');
    const inHtml: unknown = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
    assert.deepEqual(inHtml, JSON.parse(JSON.stringify(panel.posted.find(({ type }) => type === 'init'))));
    panel.takeTypes();
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done'], 'one that nobody announced');
    const later = panel.next('done', 2);
    panel.say({ type: 'range', startDate: '2026-10-01' });
    await later;
    panel.takeTypes();
    panel.say({ type: 'ready', begun: true });
    const [init] = panel.posted;
    assert(init?.type === 'init' && init.target.startDate === '2026-10-01');
  });

  it('tells the same again, without asking the service, to a page that VS Code has made anew', async () => {
    const panel = await setup.opened();
    panel.takeTypes();
    await panel.begin('done');
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done']);
    assert.equal(setup.asked.length, 1);
  });

  it('says what failed, what to do and the request id; tells earlier records too when the page is made anew', async () => {
    const panel = await setup.opened();
    setup.answers = [() => Promise.reject(busy)];
    const failed = panel.next('failed');
    panel.say({ type: 'reload' });
    assert.deepEqual(await failed, {
      type: 'failed',
      load: 2,
      message: 'Too many requests.',
      nextStep: 'Wait a minute.',
      requestId: 'request-9',
      remedy: 'retry',
    });
    panel.takeTypes();
    await panel.begin('failed');
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done', 'start', 'failed']);
  });

  it('tells the records in front of a failure in the middle of the body', async () => {
    setup.answers = [() => Promise.resolve(answer(two.slice(0, -20)))];
    const panel = await setup.opened('failed');
    const failed = panel.posted.at(-1);
    assert(failed?.type === 'failed');
    assert.match(failed.message, /1 record was read/);
    assert.equal(failed.requestId, 'request-1');
    assert.deepEqual(panel.takeTypes(), ['start', 'init', 'start', 'batch', 'failed']);
  });

  const remedies: readonly [what: string, details: Partial<ServiceErrorDetails>, remedy: FailureText['remedy']][] = [
    ['connecting again', { kind: 'oauth', turn: 'reconnect' }, 'reconnect'],
    ['the owner’s page', { turn: 'owner', ownerUrl: 'https://owner.example/?token=secret-1' }, 'owner-page'],
    ['the environment', { kind: 'oauth', turn: 'developer' }, 'edit-environment'],
    ['the client secret', { turn: 'developer', remedy: 'set-secret' }, 'set-secret'],
    ['what the version is', { turn: 'developer', remedy: 'explain-version' }, 'explain-version'],
  ];
  for (const [what, details, remedy] of remedies) {
    it(`has ${what} put right where that helps, and asks again once it is`, async () => {
      const error = new ServiceError('No.', { kind: 'api', turn: 'owner', nextStep: 'Do.', sent: true, ...details });
      setup.answers = [() => Promise.reject(error)];
      const panel = await setup.opened('failed');
      const failed = panel.posted.at(-1);
      assert(failed?.type === 'failed');
      assert.equal(failed.remedy, remedy);
      assert.doesNotMatch(JSON.stringify(panel.posted), /secret-1/, 'the page is not told the owner’s address');
      const done = panel.next('done');
      panel.say({ type: 'remedy' });
      await done;
      assert.deepEqual(setup.mended, [error]);
    });
  }

  it('asks nothing when what was to be put right was not, or nothing had failed', async () => {
    const panel = await setup.opened();
    panel.say({ type: 'remedy' });
    setup.answers = [() => Promise.reject(busy)];
    const failed = panel.next('failed');
    panel.say({ type: 'reload' });
    await failed;
    setup.isMended = false;
    panel.say({ type: 'remedy' });
    await setImmediate();
    assert.deepEqual(setup.mended, [busy]);
    assert.equal(setup.asked.length, 2);
  });

  it('offers no button where nothing helps', async () => {
    const never = new ServiceError('Not offered.', {
      kind: 'api',
      turn: 'nobody',
      nextStep: 'Nothing to do.',
      sent: true,
    });
    setup.answers = [() => Promise.reject(never)];
    const panel = await setup.opened('failed');
    const failed = panel.posted.at(-1);
    assert(failed?.type === 'failed');
    assert.equal(failed.remedy, undefined);
  });

  it('ends a load when another begins, and tells nothing more of it', async () => {
    let late: ((value: ChargeRecordsResponse) => void) | undefined;
    setup.answers = [() => new Promise((resolve) => (late = resolve))];
    setup.viewers.open(target);
    const panel = setup.panel(0);
    panel.say({ type: 'ready' });
    const done = panel.next('done');
    panel.say({ type: 'reload' });
    assert.equal(setup.signals[0]?.aborted, true);
    late?.(answer(JSON.stringify({ records: Array.from({ length: 5 }, () => record()) })));
    const told = await done;
    assert(told.type === 'done' && told.load === 2 && told.rows === 2);
    await setImmediate();
    const late1 = panel.posted.filter((message) => message.type === 'batch' && message.load === 1);
    assert.deepEqual(late1, []);
  });

  it('tells a page for other days nothing of what failed, or was under way, for those before', async () => {
    setup.answers = [() => Promise.reject(busy), () => new Promise(() => undefined)];
    const panel = await setup.opened('failed');
    setup.viewers.open({ ...target, startDate: '2026-10-01' });
    setup.viewers.open({ ...target, startDate: '2026-10-02' });
    assert.equal(setup.signals[1]?.aborted, true);
    panel.takeTypes();
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done']);
  });

  it('ends the load of a viewer that is closed, and opens a new one later', async () => {
    setup.answers = [() => new Promise(() => undefined)];
    setup.viewers.open(target);
    setup.panel(0).dispose();
    assert.equal(setup.signals[0]?.aborted, true);
    setup.viewers.open(target);
    assert.equal(setup.panels.length, 2);
    await Promise.resolve();
  });

  it('has one viewer a vehicle: brings it to the front, and asks again for another range only', async () => {
    const panel = await setup.opened();
    setup.viewers.open(target);
    assert.equal(panel.revealed, 1);
    assert.equal(setup.asked.length, 1);
    panel.takeTypes();
    const { html } = panel.webview;
    setup.viewers.open({ ...target, startDate: '2026-10-01' });
    assert.equal(setup.asked[1]?.startDate, '2026-10-01');
    assert.match(panel.webview.html, /2026-10-01/, 'a new page');
    assert.notEqual(panel.webview.html, html);
    await setImmediate();
    assert.deepEqual(panel.takeTypes(), [], 'and nothing for the old one');
    await panel.begin('done', true);
    assert.deepEqual(panel.takeTypes(), ['init', 'start', 'batch', 'done'], 'whatever it heard of the one before');
    setup.viewers.open({ ...target, vehicle: { ...target.vehicle, id: 'vehicle-2' } });
    assert.equal(setup.panels.length, 2);
  });

  it('has one more for a file of records of the same vehicle', () => {
    setup.viewers.openFile(new FakePanel().panel, { ...target, file: 'file:///a.charges.json' });
    setup.viewers.open(target);
    assert.equal(setup.panels.length, 1);
  });

  it('tries again when a viewer whose load failed is opened once more', async () => {
    setup.answers = [() => Promise.reject(busy)];
    const panel = await setup.opened('failed');
    const done = panel.next('done');
    setup.viewers.open(target);
    await done;
    assert.equal(setup.asked.length, 2);
  });

  it('restores a viewer from its state, and closes one whose state or dropped file it cannot read', async () => {
    const restored = new FakePanel();
    await setup.viewers.deserializeWebviewPanel(restored.panel, {
      target,
      sort: { column: 3, descending: true },
      top: 7,
    });
    const done = restored.next('done');
    restored.say({ type: 'ready' });
    await done;
    assert.deepEqual(setup.asked, [target]);
    const dropped = { target: droppedTarget({ name: 'report.json' }) };
    for (const state of [undefined, {}, { target: { vehicle: {} } }, dropped]) {
      const panel = new FakePanel();
      await setup.viewers.deserializeWebviewPanel(panel.panel, state);
      assert(panel.disposed);
    }
  });

  it('ignores messages that are not of the protocol', async () => {
    const panel = await setup.opened();
    for (const message of [undefined, 'reload', { type: 'open', url: 'x' }, { type: 'trouble', message: 5 }])
      panel.say(message);
    assert.equal(setup.asked.length, 1);
    assert.equal(setup.logged.length, 4);
  });

  it('lets the page run its script and a line before it, read one folder, and reach nothing', async () => {
    const panel = await setup.opened();
    const { html, options } = panel.webview;
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
    const nonce = /<script nonce="([\w-]{20,})"/.exec(html)?.[1];
    assert(nonce);
    assert.equal(html.match(/<script\b/g)?.length, html.match(new RegExp(`<script nonce="${nonce}"`, 'g'))?.length);
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      'style-src https://webview.test',
      'img-src https://webview.test',
      'font-src https://webview.test',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.deepEqual(options, { enableScripts: true, localResourceRoots: ['ext/dist/webview'] });
    setup.viewers.open({
      ...target,
      vehicle: { ...target.vehicle, id: 'vehicle-2', model: '</title><script>x</script>' },
    });
    assert(!setup.panel(1).webview.html.includes('<script>x'));
    assert(!setup.panel(1).webview.html.includes(nonce));
  });

  it('puts on the clipboard what the page copies, and keeps its columns for viewers to come', async () => {
    const setup = new Setup();
    const panel = await setup.opened();
    panel.say({ type: 'copy', text: 'a\tb' });
    panel.say({ type: 'layout', layout: [{ id: 'energy' }] });
    assert.deepEqual(setup.copied, ['a\tb']);
    panel.takeTypes();
    panel.say({ type: 'ready' });
    const [init] = panel.posted;
    assert.deepEqual(init?.type === 'init' && init.layout, [{ id: 'energy' }]);
  });

  it('has the user choose for the page, and answers what was chosen', async () => {
    const setup = new Setup();
    const panel = await setup.opened();
    panel.takeTypes();
    setup.choice = 1;
    const ask = async (request: number, items: readonly unknown[]) => {
      const answered = panel.next('answer');
      panel.say({ type: 'pick', request, title: 'Days', items });
      return answered;
    };
    assert.deepEqual(await ask(3, ['a', 'b']), { type: 'answer', request: 3, value: 1 });
    setup.choice = undefined;
    assert.deepEqual(await ask(4, ['a']), { type: 'answer', request: 4, value: undefined });
    panel.takeTypes();
    panel.say({ type: 'pick', request: 5, title: 'Days', items: [1] });
    await setImmediate();
    assert.deepEqual(panel.takeTypes(), [], 'what the protocol does not know');
    assert.deepEqual(setup.offered, [
      ['Days', ['a', 'b']],
      ['Days', ['a']],
    ]);
  });

  it('shows one record as JSON out of the columns it keeps', async () => {
    const setup = new Setup();
    const panel = await setup.opened();
    panel.say({ type: 'openRecord', load: 1, row: 1 });
    const [name, text] = setup.shown[0] ?? [];
    assert.equal(name, 'record-2.json');
    assert.equal((JSON.parse(text ?? '') as { record: { isPublic: boolean } }).record.isPublic, true);
  });

  it('shows a record of the load that the page shows, until the page has heard of all of a later one', async () => {
    const setup = new Setup();
    const panel = await setup.opened();
    const { promise: given, resolve: give } = Promise.withResolvers<boolean>();
    const { postMessage } = panel.webview;
    panel.webview.postMessage = (message) => {
      void postMessage(message);
      return given;
    };
    const done = panel.next('done', 2);
    panel.say({ type: 'reload' });
    await done;
    panel.say({ type: 'openRecord', load: 1, row: 1 });
    assert.equal(setup.shown.length, 1);
    give(true);
    await setImmediate();
    panel.say({ type: 'openRecord', load: 1, row: 1 });
    assert.equal(setup.shown.length, 1, 'which the page shows no longer');
    panel.say({ type: 'openRecord', load: 2, row: 1 });
    assert.equal(setup.shown.length, 2);
  });

  it('hands commands to the viewer in front, and to no other', async () => {
    const setup = new Setup();
    const panel = await setup.opened();
    panel.takeTypes();
    setup.viewers.command({ name: 'find' });
    assert.deepEqual(panel.takeTypes(), []);
    panel.active = true;
    setup.viewers.command({ name: 'copy', row: 2 });
    assert.deepEqual(panel.posted, [{ type: 'command', name: 'copy', row: 2 }]);
  });
});
