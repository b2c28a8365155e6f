/** What the pull of an edge changes; sizes in pixels. */
export interface Pull {
  /** A pull begins. Returns how large it is. */
  readonly onStart: () => number;
  readonly onSize: (size: number) => void;
  readonly onEnd: () => void;
  /** A double click on the edge: as large as it is by itself. */
  readonly onReset: () => void;
}

/** Listens to an edge that is pulled by a pointer's primary button, along one axis. */
export function listenDrag(edge: HTMLElement, axis: 'clientX' | 'clientY', pull: Pull): void {
  let from = 0;
  edge.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = pull.onStart() - event[axis];
    edge.setPointerCapture(event.pointerId);
  });
  edge.addEventListener('pointermove', (event) => {
    if (edge.hasPointerCapture(event.pointerId)) pull.onSize(from + event[axis]);
  });
  edge.addEventListener('lostpointercapture', () => pull.onEnd());
  edge.addEventListener('dblclick', () => pull.onReset());
}
