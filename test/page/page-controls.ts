import { record } from '../unit/service/records/record-bodies.ts';
import type { ViewerPage } from './viewer-page.ts';

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

interface Watched {
  readonly listened: (readonly [Control, string])[];
}

const other = { sessionId: 'session-2', vehicle: { id: 'vehicle-2', make: 'MINI', model: 'Cooper', year: 2023 } };
const failure = { message: 'No.', nextStep: 'Wait.' };
const remedies = ['retry', 'reconnect', 'owner-page', 'edit-environment', 'set-secret', 'subscribe', 'explain-version'];

/** The second breaks the contract, the third begins before the second has ended, the fifth has a field more; and many places. */
const list = Array.from({ length: 12 }, (_, index) =>
  record({
    chargeStart: `2026-11-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
    chargeEnd: index === 1 ? '2026-11-03T10:00:00Z' : `2026-11-${String(index + 1).padStart(2, '0')}T09:00:00Z`,
    energy: index === 1 ? 'much' : index + 1,
    location: index % 2 === 0 ? 'Home' : `Work ${index}`,
    ...(index === 4 && { cost: 1 }),
  }),
);

/**
 * All that can be used by pointer in the viewer's page and is no control of HTML, which Tab reaches, as the browser
 * knows it: each other element with a listener for presses or pulls. It is named by the part of the page that it is in,
 * by its role, id or class, and by what it listens to.
 */
export class PageControls {
  readonly seen = new Set<string>();
  readonly #viewer: ViewerPage;

  constructor(viewer: ViewerPage) {
    this.#viewer = viewer;
  }

  /** Opens the page anew, with an ear for what it listens to. */
  static async watch(viewer: ViewerPage): Promise<PageControls> {
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
    return new PageControls(viewer);
  }

  /** Brings each part and state of the page on screen, one after the other. */
  async seeAll(): Promise<void> {
    const { page } = this.#viewer;
    await this.#viewer.reopen();
    await this.#viewer.load(1, list);
    await this.#viewer.state('ready');
    await page.getByRole('tab', { name: 'withUnit' }).waitFor();
    for (const name of ['energyPerDay', 'levels', 'week', 'energyByGain', 'summary', 'withUnit']) {
      await page.getByRole('tab', { name }).click();
      if (/levels|energy/.test(name)) await page.locator('[role=tabpanel]:visible .u-over').waitFor();
      await this.#look();
    }
    await page.getByRole('tab', { name: 'summary' }).click();
    await page.locator('#range').click();
    await this.#look();
    await page.getByRole('button', { name: 'rangeCustom' }).click();
    await this.#look();
    await page.keyboard.press('Escape');
    await page.locator('.filter-text').fill('home');
    await page.locator('.chip').waitFor();
    await this.#look();
    for (const id of ['energy', 'chargeStart', 'location', 'isPublic']) {
      await page.locator(`.head .${id}`).press('Alt+ArrowDown');
      await this.#look();
      await page.keyboard.press('Escape');
    }
    await page.locator('#columns').click();
    await this.#look();
    await page.keyboard.press('Escape');
    await this.#viewer.post({ type: 'start', load: 2 });
    await this.#viewer.state('loading');
    for (const remedy of remedies) {
      await this.#viewer.post({ type: 'failed', load: 2, ...failure, remedy });
      await this.#viewer.state('error');
      await this.#look();
    }
    await this.#viewer.reopen([other]);
    await this.#viewer.loadSeveral(3, [list, { ...failure, remedy: 'retry' }]);
    await this.#viewer.state('ready');
    await page.locator('.head .vehicle').press('Alt+ArrowDown');
    await this.#look();
  }

  async #look(): Promise<void> {
    const names = await this.#viewer.page.evaluate(() => {
      const { listened } = globalThis as unknown as Watched;
      const parts =
        'header .range, header, .notice, .vehicles, .totals, .chart, .popup, .find, .tools, .head, .rows, main';
      const own = (control: Control): string => {
        const tag = control.tagName.toLowerCase();
        const role = control.getAttribute('role');
        if (role !== null) return role;
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
    for (const name of names) this.seen.add(name);
  }
}
