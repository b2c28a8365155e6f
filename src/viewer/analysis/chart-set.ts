import { signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import type { ChartHost, ChartId, ChartView } from '../charts/chart.ts';
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
  /** Undefined until they are loaded. */
  readonly loaded = signal<Readonly<Record<ChartId, ChartView>> | undefined>(undefined);
  readonly #host: (id: ChartId) => ChartHost;
  #fetching = false;

  constructor(host: (id: ChartId) => ChartHost) {
    this.#host = host;
  }

  async fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      const make = await fetchScript();
      this.loaded.value = make(this.#host, t);
    } finally {
      this.#fetching = false;
    }
  }
}
