import './styles.css';
import { english, setTranslator } from '../common/translate.ts';
import type { SavedState } from './messages/target.ts';
import type { ToHost } from './messages/to-host.ts';
import type { PageMessage, ToPage } from './messages/to-page.ts';
import { framePainted } from './base/dom.ts';
import { HostClient } from './base/host-client.ts';
import { Inbox } from './page/inbox.ts';
import { embeddedInit } from './page/embedded-init.ts';
import { Viewer } from './page/viewer.tsx';

declare function acquireVsCodeApi(): {
  postMessage(message: ToHost): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
};

/** Defined in the page's HTML: the messages that came before this script, and the listener that collected them. */
declare const early: readonly MessageEvent<ToPage>[];
declare const hear: (message: MessageEvent<ToPage>) => void;

/** The texts in the user's language, or none: they are in the page's HTML, and last as long as the page. */
const texts = JSON.parse(document.body.dataset.texts ?? '{}') as Readonly<Record<string, string>>;
delete document.body.dataset.texts;
setTranslator((message, ...args) => english(texts[message] ?? message, ...args));

/** How often the age of the records is updated, in milliseconds. */
const ageStep = 30_000;

const api = acquireVsCodeApi();
const host = new HostClient((message) => api.postMessage(message));
const saved = () => api.getState();
let viewer: Viewer | undefined;

function trouble(what: string): void {
  host.send({ type: 'trouble', message: what });
}

/** Logs an error instead of throwing it, so that the rest of the page keeps working. */
function guarded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    trouble(String(error));
    return undefined;
  }
}

function begin(init: PageMessage<'init'>): void {
  viewer = new Viewer(init, host, { saved, save: (state) => api.setState(state) });
  viewer.attach(document.body);
}

/** @returns the name of the message; undefined if there was nothing to do */
function take(message: ToPage): ToPage['type'] | undefined {
  if (message.type === 'init' && !viewer) begin(message);
  else if (message.type === 'answer') host.answer(message);
  else if (viewer?.knows(message)) return undefined;
  else viewer?.receive(message);
  return message.type;
}

const inbox = new Inbox(({ data }: MessageEvent<ToPage>) => guarded(() => take(data)), framePainted);

/**
 * Webviews of other extensions can reach this frame and post messages to it, but they have another origin. VS Code
 * posts from inside the frame.
 */
function receive(message: MessageEvent<ToPage>): void {
  if (message.origin === location.origin) inbox.receive(message);
}

window.removeEventListener('message', hear);
window.addEventListener('message', receive);

document.addEventListener('keydown', (event) => {
  if (!viewer?.onKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
});

window.addEventListener('unhandledrejection', ({ reason }) => trouble(String(reason)));

// VS Code changes the variables of the root element and the class of the body when the theme changes.
const themed = new MutationObserver(() => viewer?.restyle());
themed.observe(document.documentElement, { attributeFilter: ['style'] });
themed.observe(document.body, { attributeFilter: ['class'] });
matchMedia('(forced-colors: active)').addEventListener('change', () => viewer?.restyle());

setInterval(() => viewer?.refreshAge(), ageStep);

const init = guarded(() => embeddedInit(document.body, saved()));
// Sent before the page builds itself: the host may be busy just then.
host.send({ type: 'ready', begun: init !== undefined });
if (init) guarded(() => begin(init));
for (const message of early) receive(message);
