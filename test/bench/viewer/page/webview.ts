// Runs in each frame of VS Code before its page does, and wakes up in that of a webview.
import { before } from './before.ts';
import { viewerSubject } from './viewer-subject.ts';

/** VS Code writes a webview's page into a frame that is pending at first, and then active. */
if (/^(pending|active)-frame$/.test(frameElement?.id ?? '')) {
  const probe = new Probe(viewerSubject);
  // Writing the page takes timers and listeners away, but not this. It is how the viewer takes its place in the page; a
  // peer offers itself.
  before(Element.prototype, 'replaceChildren', (self) => {
    const start = performance.now();
    if (self !== document.body) return;
    const loaded = probe.watchLoad();
    offerBench({ probe, load: async () => ({ ...(await loaded), start }) });
  });
}
