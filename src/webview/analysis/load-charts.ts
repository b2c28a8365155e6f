import type { MakeCharts } from '../charts/charts.ts';

/** The page's script: beside it lies that of the charts, and its nonce lets that run as well. */
const own = document.currentScript as HTMLScriptElement | null;

/** Fetches the charts' script. Rejects if it can't be had. */
export function loadCharts(): Promise<MakeCharts> {
  const script = document.createElement('script');
  if (own) script.nonce = own.nonce;
  script.src = new URL('charts.js', own?.src ?? location.href).href;
  return new Promise((resolve, reject) => {
    script.addEventListener('charts', (event) => resolve((event as CustomEvent<MakeCharts>).detail));
    script.addEventListener('error', () => reject(new Error('The script of the charts could not be loaded.')));
    document.head.append(script);
  });
}
