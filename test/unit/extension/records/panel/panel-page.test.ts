import assert from 'node:assert/strict';
import { PanelPage } from '../../../../../src/extension/records/panel/panel-page.ts';
import type { PageMessage, ToPage } from '../../../../../src/viewer/messages/to-page.ts';
import { FakePanel } from './fake-panel.ts';

const init = { type: 'init', strings: {}, language: 'en' } as unknown as PageMessage<'init'>;
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
