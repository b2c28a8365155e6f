/** What dragging an edge changes; sizes in pixels. */
export interface Pull {
  /** A drag begins. Returns the size at that time. */
  readonly onStart: () => number;
  readonly onSize: (size: number) => void;
  readonly onEnd: () => void;
  /** The edge was double-clicked: reset to the automatic size. */
  readonly onReset: () => void;
}

/** Listens for drags of an edge along one axis, by a pointer's primary button. */
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
