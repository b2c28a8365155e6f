import assert from 'node:assert/strict';
import { PanelPage } from '../../../../../src/extension/records/panel/panel-page.ts';
import type { PageMessage, ToPage } from '../../../../../src/viewer/messages/to-page.ts';
import { FakePanel } from './fake-panel.ts';
import { PanelLoads } from '../../../../../src/extension/records/panel/panel-loads.ts';
import type { PanelServices } from '../../../../../src/extension/records/panel/panel-services.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { answerOf, both, one, PanelSetup, posted } from './panel-setup.ts';

const init = { type: 'init', language: 'en' } as unknown as PageMessage<'init'>;
const start: ToPage = { type: 'start', load: 1 };

describe("a viewer's page", () => {
  it('has its messages waiting from when it comes back on screen, and gets what is sent after that once', () => {
    const panel = new FakePanel();
    let asked = 0;
    const messages = () => {
      asked += 1;
      return [start];
    };
    const page = new PanelPage(panel.panel, { html: () => '', init: () => init, messages, onGiven: () => undefined });
    page.ready(true);
    panel.hide();
    panel.takeTypes();
    panel.unhide();
    assert.equal(asked, 2, 'there is time to make it ready');
    page.send({ type: 'capacity', nominal: 80 });
    assert.deepEqual(panel.takeTypes(), []);
    page.ready(true);
    assert.deepEqual(panel.takeTypes(), ['start', 'capacity']);
    assert.equal(asked, 2);
  });

  it('begins with what holds by then, whatever has changed since it went or while it was gone, and so need not begin anew', () => {
    const panel = new FakePanel();
    let language = 'en';
    const parts = { init: () => ({ ...init, language }), messages: () => [], onGiven: () => undefined };
    const page = new PanelPage(panel.panel, { html: (from: PageMessage<'init'>) => from.language, ...parts });
    page.ready(true);
    language = 'de';
    page.send(start);
    assert.equal(panel.webview.html, 'en', 'a page that is there would be thrown away');
    panel.hide();
    assert.equal(panel.webview.html, 'de');
    language = 'fr';
    page.send(start);
    assert.equal(panel.webview.html, 'fr');
    panel.unhide();
    panel.takeTypes();
    page.ready(true);
    assert.deepEqual(panel.takeTypes(), []);
  });
});

describe('the loads of a viewer', () => {
  it('keep what the page shows until it has all of what came later', async () => {
    const services = {
      load: () => Promise.resolve(answerOf(record())),
      clock: { now: () => 1000 },
    } as unknown as PanelServices;
    const loads = new PanelLoads(
      services,
      () => one,
      () => undefined,
    );
    await loads.load();
    await loads.load();
    loads.shown(1);
    assert.deepEqual([loads.withId(1)?.id, loads.withId(2)?.id], [1, 2], 'its own end may come late');
    loads.shown(2);
    assert.deepEqual([loads.withId(1)?.id, loads.withId(2)?.id], [undefined, 2]);
  });
});

describe('a viewer whose vehicle gets a new record', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    for (const id of ['vehicle-1', 'vehicle-2']) setup.answers.set(id, () => Promise.resolve(answerOf(record())));
  });

  it('says so, asks nothing by itself, and has nothing to say once it has asked', async () => {
    const panel = await setup.opened(one);
    panel.takeTypes();
    setup.recordAdded.fire('vehicle-2');
    assert.deepEqual(panel.takeTypes(), []);
    setup.recordAdded.fire('vehicle-1');
    assert.deepEqual(panel.takeTypes(), ['outdated']);
    assert.deepEqual(setup.asked, ['vehicle-1']);
    panel.hide();
    panel.unhide();
    await panel.begin('outdated');
    const done = panel.next('done');
    panel.say({ type: 'reload' });
    await done;
    panel.takeTypes();
    panel.hide();
    panel.unhide();
    await panel.begin('done');
    assert.deepEqual(posted(panel, 'outdated'), []);
  });

  it('says so of each of several vehicles, and nothing once it is closed', async () => {
    const panel = await setup.opened(both);
    panel.takeTypes();
    setup.recordAdded.fire('vehicle-2');
    assert.deepEqual(panel.takeTypes(), ['outdated']);
    panel.panel.dispose();
    setup.recordAdded.fire('vehicle-1');
    assert.deepEqual(panel.takeTypes(), []);
  });
});
