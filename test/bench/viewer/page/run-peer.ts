import type { Peer } from './subject.ts';

/** Gives the page's table to the bench. */
export function runPeer(peer: Peer): void {
  const container = document.querySelector<HTMLElement>('#table');
  if (!container) throw new Error('There is no place for a table');
  const probe = new Probe(peer);
  const prepared = Promise.resolve(peer.prepare(container));
  const benched = prepared.then(() => ({
    probe,
    async load(size: number) {
      const start = performance.now();
      const [loaded] = await Promise.all([probe.watchLoad(size), peer.load(size)]);
      return { ...loaded, start };
    },
  }));
  offerBench(benched);
}
