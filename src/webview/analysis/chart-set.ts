import type { BrushedArea } from '../charts/brushed-area.ts';
import { type ChartData, type ChartHost, type ChartId, type ChartView, chartIds } from '../charts/chart.ts';
import { element } from '../base/dom.ts';
import type { MakeCharts } from '../charts/charts.ts';

/**
 * The charts, whose script is fetched for itself: with the library that draws them, it is half as large as all the rest,
 * and rows come before charts.
 */
export class ChartSet {
  readonly panels: Readonly<Record<ChartId, HTMLElement>>;
  readonly #fetchScript: () => Promise<MakeCharts>;
  readonly #host: (id: ChartId) => ChartHost;
  readonly #onReady: () => void;
  #charts: Readonly<Record<ChartId, ChartView>> | undefined;
  #fetching = false;
  /** What is to be shown once the script is there. */
  readonly #waiting = new Map<ChartId, ChartData>();

  /** @param onReady called when the charts are there; what was to be shown is */
  constructor(fetchScript: () => Promise<MakeCharts>, host: (id: ChartId) => ChartHost, onReady: () => void) {
    this.#fetchScript = fetchScript;
    this.#host = host;
    this.#onReady = onReady;
    const panel = (): HTMLElement => element('div', { class: 'panel' });
    this.panels = { energy: panel(), levels: panel(), week: panel(), gain: panel() };
  }

  /** Explains a chart's colours; nothing before the charts are there. */
  key(id: ChartId): readonly HTMLElement[] {
    return this.#charts?.[id].key ?? [];
  }

  show(id: ChartId, data: ChartData): void {
    if (this.#charts) {
      this.#charts[id].show(data);
      return;
    }
    this.#waiting.set(id, data);
    this.prepare();
  }

  /** Fetches their script, for when the first of them is to be shown. */
  prepare(): void {
    if (!this.#charts && !this.#fetching) void this.#fetch();
  }

  recolour(): void {
    for (const id of chartIds) this.#charts?.[id].recolour();
  }

  /** Shows a chart's brush, or none. To be called again when the charts are there. */
  showBrush(id: ChartId, area: BrushedArea | undefined): void {
    this.#charts?.[id].showBrush(area);
  }

  /** A chart alone, on a transparent ground; undefined if it isn't on screen. */
  image(id: ChartId): HTMLCanvasElement | undefined {
    return this.#charts?.[id].image();
  }

  async #fetch(): Promise<void> {
    this.#fetching = true;
    try {
      const make = await this.#fetchScript();
      this.#charts = make(this.#host);
    } finally {
      this.#fetching = false;
    }
    for (const id of chartIds) this.panels[id].append(this.#charts[id].element);
    for (const [id, data] of this.#waiting) this.#charts[id].show(data);
    this.#waiting.clear();
    this.#onReady();
  }
}
