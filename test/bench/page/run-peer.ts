import type { Loaded } from './measured.ts';
import type { Probe as TableProbe } from './probe.ts';
import type { Peer, Subject } from './subject.ts';

/** What the bench calls in the page. */
export interface BenchedPage {
  readonly probe: TableProbe;
  load(size: number): Promise<Loaded & { readonly start: number }>;
}

declare global {
  // The probe is a script of its own, in front of this one.
  var Probe: new (subject: Subject) => TableProbe;
  var bench: Promise<BenchedPage>;
}

/** Gives the page's table to the bench. */
export function runPeer(peer: Peer): void {
  const container = document.querySelector<HTMLElement>('#table');
  if (!container) throw new Error('There is no place for a table');
  const probe = new Probe(peer);
  const ready = Promise.resolve(peer.prepare(container)).then(() => ({
    probe,
    async load(size: number) {
      const start = performance.now();
      const [loaded] = await Promise.all([probe.watchLoad(size), peer.load(size)]);
      return { ...loaded, start };
    },
  }));
  Object.assign(globalThis, { bench: ready });
}
