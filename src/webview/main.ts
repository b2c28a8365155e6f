import './styles.css';
import type { InitMessage, SavedState, ToHost, ToWebview } from '../records/protocol/messages.ts';
import { framePainted } from './base/dom.ts';
import { Inbox } from './page/inbox.ts';
import { incoming, savedState } from './page/incoming.ts';
import { firstInit } from './page/embedded-init.ts';
import { Viewer } from './page/viewer.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: ToHost): void;
  getState(): unknown;
  setState(state: SavedState): void;
};

/** Of the page's HTML: what came before this script, and what listened for it. */
declare const early: readonly MessageEvent<unknown>[];
declare const hear: (message: MessageEvent<unknown>) => void;

/** How often the age of the records is written anew, in milliseconds. */
const ageStep = 30_000;

const api = acquireVsCodeApi();
let viewer: Viewer | undefined;

function trouble(what: string): void {
  api.postMessage({ type: 'trouble', message: what });
}

/** What goes wrong is for the log, and takes nothing else of the page with it. */
function guarded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    trouble(String(error));
    return undefined;
  }
}

function begin(init: InitMessage): void {
  viewer?.leave();
  viewer = new Viewer(init, {
    send: (sent) => api.postMessage(sent),
    saved: () => savedState(api.getState()),
    save: (state) => api.setState(state),
  });
  viewer.attach(document.body);
}

/** @returns what kind of message it was; undefined if there was nothing to do */
function take(raw: unknown): ToWebview['type'] | undefined {
  const message = incoming(raw);
  if (!message) {
    trouble('a message of the host that the protocol does not know');
  } else if (message.type === 'init') {
    begin(message);
  } else if (viewer?.knows(message)) {
    return undefined;
  } else {
    viewer?.receive(message);
  }
  return message?.type;
}

const inbox = new Inbox(({ data }: MessageEvent<unknown>) => guarded(() => take(data)), framePainted);

window.removeEventListener('message', hear);
window.addEventListener('message', (message: MessageEvent<unknown>) => inbox.receive(message));

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

const init = guarded(() => firstInit(document.body, savedState(api.getState())));
// Before the page makes itself: the host may have other work just then.
api.postMessage({ type: 'ready', begun: init !== undefined });
if (init) guarded(() => begin(init));
for (const message of early) inbox.receive(message);
