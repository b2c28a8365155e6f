// What is measured in a page, whatever table is in it. A script of its own, so that no table's size has it in.
import { before } from './before.ts';
import type { Done, Loaded, Scrolled } from './measured.ts';
import type { SortColumn, Subject } from './subject.ts';

/** Milliseconds between two beats of the heart. */
const beatStep = 4;
const patience = 120_000;
/** Milliseconds between two looks at what is waited for. */
const lookStep = 2;

/** Of browsers; the types do not know it. */
declare const scheduler: {
  postTask(task: () => void, options: { priority: 'user-blocking'; delay: number }): Promise<void>;
};

/** A task after those that wait already. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

const pause = (delay: number) => scheduler.postTask(() => undefined, { priority: 'user-blocking', delay });
/** A task before those that wait already: asked for in a frame, it comes when the frame has been painted. */
const runToEnd = () => pause(0);
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** While a frame is being made: what changes then is painted in it, and not in the next one. */
let inFrame = false;

/** A callback of a frame; what it changes is known before the microtask that ends it. */
function ofFrame<Given extends unknown[]>(callback: (...given: Given) => void): (...given: Given) => void {
  return (...given) => {
    inFrame = true;
    try {
      callback(...given);
    } finally {
      queueMicrotask(() => (inFrame = false));
    }
  };
}

const requestFrame = requestAnimationFrame;
globalThis.requestAnimationFrame = (callback) => requestFrame(ofFrame(callback));
globalThis.ResizeObserver = class extends ResizeObserver {
  constructor(callback: ResizeObserverCallback) {
    super(ofFrame(callback));
  }
};

/**
 * The longest time in which a click, a key or a scroll would have waited. Like them, and unlike a timer, its tasks come
 * before messages and frames that wait.
 */
class Heartbeat {
  #last = performance.now();
  #longest = 0;
  #stopped = false;

  constructor() {
    void this.#beat();
  }

  async #beat(): Promise<void> {
    while (!this.#stopped) {
      await pause(beatStep);
      this.#look();
    }
  }

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last - beatStep);
    this.#last = now;
  }

  stop(): number {
    this.#look();
    this.#stopped = true;
    return this.#longest;
  }
}

/**
 * Changes with each frame that is waited for: after a frame in which nothing changes, Chromium begins the next one only
 * at the screen's rate, and every time would be that of a frame.
 */
const pulse = document.createElement('div');
pulse.style.cssText =
  'position: fixed; bottom: 0; right: 0; width: 1px; height: 1px; contain: strict; background: #888';

/**
 * Resolves to the time at which the frame is painted that shows what the condition asks for.
 *
 * @param condition is asked after each change, so it must not have the page laid out
 */
async function paintedOnChange(condition: () => boolean): Promise<number> {
  const whileInFrame = await new Promise<boolean>((resolve) => {
    const look = () => {
      if (!condition()) return;
      observer.disconnect();
      resolve(inFrame);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    look();
  });
  if (!whileInFrame) await nextFrame();
  await runToEnd();
  return performance.now();
}

/** Resolves when a frame in which something has changed is painted. */
async function framePainted(): Promise<void> {
  if (!pulse.isConnected) document.documentElement.append(pulse);
  pulse.style.opacity = pulse.style.opacity === '0.5' ? '0.6' : '0.5';
  await nextFrame();
  await runToEnd();
}

/**
 * Resolves to the time at which a frame is painted in which the condition holds. Until it holds, no frame is asked for:
 * one after another they would take a good part of the processors from what is waited for.
 */
async function paintedWith(condition: () => boolean): Promise<number> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if (condition()) {
      await framePainted();
      return performance.now();
    }
    await pause(lookStep);
  }
  throw new Error(`Not within ${patience} ms: ${String(condition)}`);
}

/** Frames follow each other when this resolves. */
async function framesFlow(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) await framePainted();
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
}

export class Probe {
  readonly subject: Subject;
  /** How often something was drawn on a canvas. */
  #drawings = 0;

  constructor(subject: Subject) {
    this.subject = subject;
    // What draws begins with the one and ends with the other.
    for (const method of ['clearRect', 'restore'] as const) {
      before(CanvasRenderingContext2D.prototype, method, () => (this.#drawings += 1));
    }
  }

  /** Waits for the first row and for the last of `size`; for as many as there come, if that is not given. */
  async watchLoad(size?: number): Promise<Loaded> {
    const heartbeat = new Heartbeat();
    const firstText = await paintedOnChange(() => this.#hasText('location'));
    const isOnTop = () => this.#topText('location') !== '';
    const firstRow = isOnTop() ? firstText : await paintedWith(isOnTop);
    const allRows = await paintedWith(
      () => this.subject.complete() && (size === undefined || this.subject.count() === size),
    );
    return { firstRow, allRows, longestBlock: heartbeat.stop() };
  }

  sort(column: SortColumn, descending: boolean, wanted: string): Promise<Done> {
    return this.#measure(
      () => this.subject.sort(column, descending),
      () => this.#topText(column).startsWith(wanted),
    );
  }

  filter(text: string, count: number): Promise<Done> {
    return this.#measure(
      () => this.subject.filter(text),
      () => this.subject.count() === count && this.#topText('location').includes(text),
    );
  }

  /** @param step pixels from frame to frame; undefined: as many as lead over the whole height */
  async scroll(frames: number, step?: number): Promise<Scrolled> {
    const scroller = this.subject.scroller();
    if (!scroller) throw new Error('Nothing to scroll');
    scroller.scrollTop = 0;
    await framePainted();
    const most = scroller.scrollHeight - scroller.clientHeight;
    const by = step ?? most / frames;
    const times: number[] = [];
    let blank = 0;
    for (let frame = 1; frame <= frames; frame += 1) {
      const start = performance.now();
      // There and back, if the table is lower than the way.
      const way = (frame * by) % (2 * most || 1);
      scroller.scrollTop = way <= most ? way : 2 * most - way;
      await nextFrame();
      await nextTask();
      times.push(performance.now() - start);
      if (this.#isBlank()) blank += 1;
    }
    scroller.scrollTop = 0;
    await paintedWith(() => !this.#isBlank());
    const sorted = times.toSorted((a, b) => a - b);
    return { p95: p95(times), median: sorted[sorted.length >> 1] ?? NaN, blank, frames };
  }

  /** Clicks on something, and waits until what it draws is drawn and nothing more follows. */
  async draw(selector: string): Promise<Done> {
    await framesFlow();
    const before = this.#drawings;
    let seen = before;
    let at = NaN;
    let quiet = 0;
    const start = performance.now();
    const heartbeat = new Heartbeat();
    document.querySelector<HTMLElement>(selector)?.click();
    while (quiet < 10 && performance.now() < start + patience) {
      await framePainted();
      if (this.#drawings !== seen) {
        seen = this.#drawings;
        at = performance.now();
        quiet = 0;
      } else if (seen > before) quiet += 1;
    }
    return { ms: at - start, longestBlock: heartbeat.stop() };
  }

  count(): number {
    return this.subject.count();
  }

  /** Height of what is seen of the rows, in pixels. */
  height(): number {
    return this.#area()?.height ?? 0;
  }

  async #measure(act: () => void, done: () => boolean): Promise<Done> {
    await framesFlow();
    const heartbeat = new Heartbeat();
    const start = performance.now();
    act();
    const end = await paintedWith(done);
    return { ms: end - start, longestBlock: heartbeat.stop() };
  }

  #area(): DOMRect | undefined {
    const area = this.subject.scroller()?.getBoundingClientRect();
    if (!area) return undefined;
    const covered = this.subject.head?.()?.getBoundingClientRect().height ?? 0;
    return new DOMRect(area.left, area.top + covered, area.width, area.height - covered);
  }

  #rowAt(part: number): Element | null {
    const area = this.#area();
    if (!area) return null;
    const at = document.elementFromPoint(area.left + 40, area.top + Math.max(12, area.height * part));
    return at?.closest(this.subject.row) ?? null;
  }

  #topText(column: SortColumn): string {
    return this.#rowAt(0)?.querySelector(this.subject.cell(column))?.textContent?.trim() ?? '';
  }

  /** Whether any row has text there, be it on screen or not. */
  #hasText(column: SortColumn): boolean {
    const cells = document.querySelectorAll(`${this.subject.row} ${this.subject.cell(column)}`);
    return [...cells].some(({ textContent }) => textContent.trim() !== '');
  }

  #isBlank(): boolean {
    return [0.05, 0.5, 0.95].some((part) => (this.#rowAt(part)?.textContent ?? '') === '');
  }
}

/** What the bench calls in the page. */
export interface BenchedPage {
  readonly probe: Probe;
  load(size: number): Promise<Loaded & { readonly start: number }>;
}

declare global {
  // This is a script of its own, in front of those that use it.
  var Probe: new (subject: Subject) => Probe;
  /** Of whatever table turns out to be in the page. */
  var bench: Promise<BenchedPage>;
  var offerBench: (page: BenchedPage | Promise<BenchedPage>) => void;
}

const { promise, resolve } = Promise.withResolvers<BenchedPage>();
Object.assign(globalThis, { Probe, bench: promise, offerBench: resolve });
