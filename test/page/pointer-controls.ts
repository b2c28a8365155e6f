import type { ViewerPage } from './viewer-page.ts';

/** What a pointer can use and Tab does not reach, and the keys that do the same. */
const keysOf: Readonly<Record<string, string>> = {
  'chart: div.u-over, click': 'arrows, Enter',
  'chart: div.u-over, mousedown': 'Shift and arrows brush, Enter chooses',
  // uPlot keeps the press that ends a pull from being one.
  'chart: div.u-wrap, click': 'Escape',
  'chart: grid, pointerdown': 'arrows, Shift and arrows, Enter',
  'chart: separator, pointerdown': 'ArrowUp, ArrowDown, Home, End',
  'chart: separator, dblclick': 'Enter',
  'head: columnheader, click': 'Enter, Shift+Enter, Alt+ArrowDown',
  'head: columnheader, dragstart': 'Alt+Shift+ArrowLeft, Alt+Shift+ArrowRight',
  'head: columnheader, drop': 'Alt+Shift+ArrowLeft, Alt+Shift+ArrowRight',
  'head: span.edge, pointerdown': 'Alt+ArrowLeft, Alt+ArrowRight',
  'head: span.edge, dblclick': 'Alt+Enter',
  'rows: rowgroup, mousedown': 'Shift and arrows',
  'rows: rowgroup, click': 'arrows, Shift and arrows, Space, Control+A, Escape',
  'rows: rowgroup, dblclick': 'Enter',
};

/** What a test reads of an element. Tests are compiled without the browser's types. */
interface Control {
  matches(selector: string): boolean;
  readonly tagName: string;
  readonly id: string;
  readonly classList: Iterable<string>;
  readonly isConnected: boolean;
  closest(selector: string): Control | null;
  getAttribute(name: string): string | null;
}

/** Has the page opened anew with an ear for what it listens to. */
export async function watchListeners(viewer: ViewerPage): Promise<void> {
  await viewer.page.addInitScript(() => {
    const types = /^(?:click|dblclick|pointerdown|mousedown|touchstart|dragstart|drop)$/;
    const listened: unknown[] = [];
    Object.assign(globalThis, { listened });
    const { prototype } = (globalThis as unknown as { EventTarget: { prototype: Record<string, unknown> } })
      .EventTarget;
    const listen = prototype.addEventListener as (this: unknown, type: string, ...rest: unknown[]) => void;
    prototype.addEventListener = function (this: unknown, type: string, ...rest: unknown[]) {
      if (types.test(type)) listened.push([this, type]);
      listen.call(this, type, ...rest);
    };
  });
  await viewer.reopen();
}

/**
 * What in the page listens to presses or pulls, and has no keys: elements that are no controls of HTML, each named by the
 * part of the page that it is in, by its role, id or class, and by what it listens to.
 */
export async function withoutKeys(viewer: ViewerPage): Promise<string[]> {
  const names = await viewer.page.evaluate(() => {
    const { listened } = globalThis as unknown as { listened: readonly (readonly [Control, string])[] };
    const parts =
      'header .range, header, .notice, .vehicles, .totals, .chart, .popup, .find, .tools, .head, .rows, main';
    const own = (control: Control): string => {
      const role = control.getAttribute('role');
      if (role !== null) return role;
      const tag = control.tagName.toLowerCase();
      return control.id === '' ? [tag, ...control.classList].slice(0, 2).join('.') : `#${control.id}`;
    };
    const named = (control: Control): string => {
      const part = control.closest(parts);
      const [first = part?.tagName.toLowerCase()] = part?.classList ?? [];
      return `${first}: ${own(control)}`;
    };
    return listened
      .filter(([control]) => control.isConnected && 'closest' in control)
      .filter(([control]) => !control.matches('a[href], button, input, select, textarea, summary'))
      .map(([control, type]) => `${named(control)}, ${type}`);
  });
  return names.filter((name) => !(name in keysOf));
}
