import { t } from '../../common/translate.ts';
import type { BrushedArea } from './brushed-area.ts';
import { Swatch } from '../plot/swatch.ts';
import { type ChartData, type ChartHost, type ChartView, whyNothing } from './chart.ts';
import { element, setText } from '../base/dom.ts';
import { cellsBetween, chargesByHour, clockHour, hoursOfWeek } from './week.ts';

/** Days and hours that a key moves by, limited to the edges of the week. */
const steps: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -24],
  End: [0, 24],
  PageUp: [-7, 0],
  PageDown: [7, 0],
};
const stepsWithControl: typeof steps = { Home: [-7, -24], End: [7, 24] };

/**
 * The hours of the week in which charges begin, as a table of 7 × 24 coloured cells, so that a screen reader can read
 * what the eye sees. Dragging, or Shift and the arrow keys, select a rectangle of cells.
 */
export class WeekChart implements ChartView {
  readonly element: HTMLElement;
  readonly key: readonly HTMLElement[];
  readonly #host: ChartHost;
  readonly #charges = new Swatch('other', true);
  /** The same, in the pale colour of a cell in which one charge begins. */
  readonly #one = new Swatch('other', true);
  readonly #oneKey: HTMLElement;
  readonly #mostKey = element('span', { class: 'key' });
  readonly #meaning = element('span', { class: 'key' });
  readonly #cells: HTMLElement[] = [];
  readonly #days: readonly string[];
  readonly #firstDay: number;
  #counts: Uint32Array = new Uint32Array(hoursOfWeek);
  #data: ChartData | undefined;
  #active: number;
  #anchor: number | undefined;
  #brushed: ReadonlySet<number> = new Set();

  constructor(host: ChartHost) {
    this.#host = host;
    const { formats } = host;
    this.#oneKey = this.#one.labelled(formats.count(1));
    this.key = [this.#oneKey, this.#mostKey, this.#meaning];
    this.#days = Array.from({ length: 7 }, (_, day) => formats.weekday(day));
    this.#firstDay = formats.firstDay;
    this.#active = this.#firstDay * 24;
    const hours = Array.from({ length: 24 }, (_, hour) =>
      element('th', { scope: 'col' }, element('span', {}, String(hour).padStart(2, '0'))),
    );
    const lines = Array.from({ length: 7 }, (_, line) => this.#line((this.#firstDay + line) % 7));
    this.element = element(
      'table',
      { class: 'week', role: 'grid', 'aria-multiselectable': 'true', 'aria-label': t('Hours of the week') },
      element('thead', {}, element('tr', {}, element('td', { role: 'presentation' }, t('Hour')), ...hours)),
      element('tbody', {}, ...lines),
    );
    this.#listen();
  }

  show(data: ChartData): void {
    this.#data = data;
    this.#counts = chargesByHour(data, this.#host.formats.zone);
    const highest = Math.max(1, ...this.#counts);
    this.#cells.forEach((cell, hour) => {
      const count = this.#counts[hour] ?? 0;
      cell.style.setProperty('--part', String(count / highest));
      cell.classList.toggle('some', count > 0);
      cell.setAttribute('aria-label', this.#words(hour));
    });
    const busiest = this.#counts.indexOf(highest);
    if (busiest < 0) {
      const why = whyNothing(this.#data, t('No record has all values for this chart.'));
      this.element.setAttribute('aria-description', why);
      this.#showScale(0, why);
    } else {
      this.element.setAttribute('aria-description', t('Most charges start {0}.', this.#words(busiest)));
      this.#showScale(highest, t('Charges that start in this hour'));
    }
  }

  /** Explains the palest and the strongest colour. */
  #showScale(highest: number, meaning: string): void {
    const { formats } = this.#host;
    this.#one.element.style.setProperty('--part', String(1 / highest));
    this.#oneKey.hidden = highest < 2;
    this.#mostKey.hidden = highest < 1;
    this.#mostKey.replaceChildren(this.#charges.element, formats.count(highest));
    setText(this.#meaning, meaning);
  }

  recolour(): void {
    // The style sheet does this.
  }

  showBrush(area: BrushedArea | undefined): void {
    this.#anchor = undefined;
    this.#mark(new Set(area?.chart === 'week' ? area.hours : []));
  }

  /** Draws an image, because on screen the chart is a table. */
  image(): HTMLCanvasElement | undefined {
    const size = 24;
    const margin = 48;
    const canvas = element('canvas', { width: String(margin + 24 * size), height: String(margin / 2 + 7 * size) });
    const ctx = canvas.getContext('2d');
    if (!ctx) return undefined;
    const { fontFamily, color } = getComputedStyle(document.body);
    ctx.font = `11px ${fontFamily}`;
    ctx.textBaseline = 'middle';
    const highest = Math.max(1, ...this.#counts);
    const fillOf = this.#charges.colour;
    ctx.fillStyle = color;
    ctx.fillText(t('Hour'), 4, margin / 4);
    for (let hour = 0; hour < 24; hour += 1) {
      ctx.fillStyle = color;
      ctx.fillText(String(hour).padStart(2, '0'), margin + hour * size + 5, margin / 4);
    }
    for (let line = 0; line < 7; line += 1) {
      const day = (this.#firstDay + line) % 7;
      const top = margin / 2 + line * size;
      ctx.fillStyle = color;
      ctx.fillText(this.#days[day] ?? '', 4, top + size / 2);
      ctx.fillStyle = ctx.strokeStyle = fillOf;
      for (let hour = 0; hour < 24; hour += 1) {
        const count = this.#counts[day * 24 + hour] ?? 0;
        ctx.globalAlpha = count / highest;
        ctx.fillRect(margin + hour * size, top, size - 1, size - 1);
        ctx.globalAlpha = Math.min(1, count);
        ctx.strokeRect(margin + hour * size + 0.5, top + 0.5, size - 2, size - 2);
      }
      ctx.globalAlpha = 1;
    }
    return canvas;
  }

  #line(day: number): HTMLElement {
    const cells = Array.from({ length: 24 }, (_, hour) => {
      const at = day * 24 + hour;
      const tabindex = at === this.#active ? '0' : '-1';
      const cell = element('td', { role: 'gridcell', tabindex, 'data-hour': String(at), 'aria-selected': 'false' });
      this.#cells[at] = cell;
      return cell;
    });
    return element('tr', {}, element('th', { scope: 'row' }, this.#days[day] ?? ''), ...cells);
  }

  #listen(): void {
    const { element: table } = this;
    let dragged = false;
    table.addEventListener('pointerdown', (event) => {
      const at = hourAt(event.target);
      if (at === undefined || event.button !== 0) return;
      dragged = true;
      this.#anchor = at;
      this.#reach(at);
    });
    table.addEventListener('pointermove', (event) => {
      const at = hourAt(event.target);
      if (dragged && at !== undefined && at !== this.#active) this.#reach(at);
    });
    table.addEventListener('pointerover', ({ target }) => {
      const at = hourAt(target);
      this.#point(at);
    });
    table.addEventListener('pointerleave', () => this.#host.onPoint(''));
    document.addEventListener('pointerup', () => {
      if (dragged) this.#choose();
      dragged = false;
    });
    table.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const step = (event.ctrlKey ? stepsWithControl : steps)[event.key];
    if (event.ctrlKey && !step) return;
    if (event.key === 'Escape' && this.#brushed.size > 0) {
      this.showBrush(undefined);
      this.#host.onBrush(undefined);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#anchor = this.#active;
      this.#reach(this.#active);
      this.#choose();
    } else if (step) {
      const [down, right] = step;
      const line = (Math.floor(this.#active / 24) - this.#firstDay + 7) % 7;
      const toLine = Math.max(0, Math.min(6, line + down));
      const toHour = Math.max(0, Math.min(23, (this.#active % 24) + right));
      const to = ((toLine + this.#firstDay) % 7) * 24 + toHour;
      this.#anchor = event.shiftKey ? (this.#anchor ?? this.#active) : undefined;
      if (event.shiftKey) {
        this.#reach(to);
        this.#choose();
      } else this.#focus(to);
      this.#point(to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #point(at: number | undefined): void {
    const cell = at === undefined ? undefined : this.#cells[at];
    if (at === undefined || !cell) return this.#host.onPoint('');
    const { left, top, width } = cell.getBoundingClientRect();
    this.#host.onPoint(this.#words(at), { x: left + width / 2, y: top });
  }

  /** Extends the rectangle from where it began to this cell. */
  #reach(at: number): void {
    this.#focus(at);
    this.#mark(cellsBetween(this.#anchor ?? at, at, this.#firstDay));
  }

  #focus(at: number): void {
    this.#cells[this.#active]?.setAttribute('tabindex', '-1');
    this.#active = at;
    this.#cells[at]?.setAttribute('tabindex', '0');
    this.#cells[at]?.focus({ preventScroll: true });
  }

  #mark(cells: ReadonlySet<number>): void {
    this.#brushed = cells;
    this.#cells.forEach((cell, at) => cell.setAttribute('aria-selected', String(cells.has(at))));
  }

  #choose(): void {
    // Escape may have cleared the selection during the drag.
    const hours = [...this.#brushed];
    this.#host.onBrush(hours.length > 0 ? { chart: 'week', hours } : undefined);
  }

  /** Day and hour of a cell. */
  #time(at: number): string {
    return `${this.#days[Math.floor(at / 24)] ?? ''} ${clockHour(at % 24)}`;
  }

  #words(at: number): string {
    return `${this.#time(at)}: ${this.#host.formats.charges(this.#counts[at] ?? 0)}`;
  }
}

function hourAt(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-hour]') : null;
  return cell ? Number(cell.dataset.hour) : undefined;
}
