import { t } from '../../common/translate.ts';
import type { BrushedArea } from '../charts/brushed-area.ts';
import { type ChartData, type ChartHost, type ChartId, type ChartView, chartIds } from '../charts/chart.ts';
import { element } from '../base/dom.ts';
import type { MakeCharts } from '../charts/charts.ts';

/** The page's script: the script of the charts is next to it, and may run with the same nonce. */
const own = document.currentScript as HTMLScriptElement | null;

/** Loads the charts' script. Rejects if that fails. */
function fetchScript(): Promise<MakeCharts> {
  const script = document.createElement('script');
  if (own) script.nonce = own.nonce;
  script.src = new URL('charts.js', own?.src ?? location.href).href;
  return new Promise((resolve, reject) => {
    script.addEventListener('charts', (event) => resolve((event as CustomEvent<MakeCharts>).detail));
    script.addEventListener('error', () => reject(new Error('The script of the charts could not be loaded.')));
    document.head.append(script);
  });
}

/**
 * The charts, whose script is loaded separately when the first of them is to be shown: together with the drawing
 * library, it is half as large as everything else, and rows are needed before charts.
 */
export class ChartSet {
  readonly panels: Readonly<Record<ChartId, HTMLElement>>;
  readonly #host: (id: ChartId) => ChartHost;
  readonly #onReady: () => void;
  #charts: Readonly<Record<ChartId, ChartView>> | undefined;
  #fetching = false;

  /** @param onReady called when the charts are loaded; they are still empty then */
  constructor(host: (id: ChartId) => ChartHost, onReady: () => void) {
    this.#host = host;
    this.#onReady = onReady;
    const panel = (): HTMLElement => element('div', { class: 'panel' });
    this.panels = { energy: panel(), levels: panel(), week: panel(), gain: panel() };
  }

  /** The legend of a chart's colours; empty before the charts are loaded. */
  key(id: ChartId): readonly HTMLElement[] {
    return this.#charts?.[id].key ?? [];
  }

  /** Loads the charts on the first call; until they are loaded, shows nothing. */
  show(id: ChartId, data: ChartData): void {
    if (this.#charts) this.#charts[id].show(data);
    else if (!this.#fetching) void this.#fetch();
  }

  recolour(): void {
    for (const id of chartIds) this.#charts?.[id].recolour();
  }

  /** Shows a chart's brush, or none. */
  showBrush(id: ChartId, area: BrushedArea | undefined): void {
    this.#charts?.[id].showBrush(area);
  }

  /** The chart alone, on a transparent background; undefined if it is not on screen. */
  image(id: ChartId): HTMLCanvasElement | undefined {
    return this.#charts?.[id].image();
  }

  async #fetch(): Promise<void> {
    this.#fetching = true;
    try {
      const make = await fetchScript();
      this.#charts = make(this.#host, t);
    } finally {
      this.#fetching = false;
    }
    for (const id of chartIds) this.panels[id].append(this.#charts[id].element);
    this.#onReady();
  }
}
