import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import { listenDrag } from '../base/edge-drag.ts';

/** Heights in pixels; the style sheet has the default height, too. */
const least = 60;
const usual = 140;
/** Height of everything else above the table: the table keeps half of the window. */
const beside = 136;
const keyStep = 24;

/** The height of a panel that may be chosen in a window this high. */
const mostIn = (windowHeight: number) => Math.max(least, Math.round(windowHeight / 2 - beside));

interface PanelEdgeProps {
  /** In pixels; undefined: default height. In a smaller window, the visible height is less. */
  readonly height: Signal<number | undefined>;
  readonly windowHeight: number;
  /** The user has changed the height. */
  readonly onResized: () => void;
}

/** The lower edge of the panel, which the pointer or the arrow keys move. A double click or Enter resets it. */
export function PanelEdge({ height, windowHeight, onResized }: PanelEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  const seen = () => Math.min(height.value ?? usual, mostIn(innerHeight));
  /** The measured height, for a panel that is as high as its content. */
  const laidOutHeight = () => {
    const height = document.querySelector<HTMLElement>('#analysis .panel:not([hidden])')?.offsetHeight ?? 0;
    return height > 0 ? height : seen();
  };
  const set = (size: number | undefined) => {
    height.value = size === undefined ? undefined : Math.round(Math.max(least, Math.min(size, mostIn(innerHeight))));
  };
  const change = (size: number | undefined) => {
    set(size);
    onResized();
  };
  useEffect(() => {
    if (!edge.current) return;
    listenDrag(edge.current, 'clientY', {
      onStart: laidOutHeight,
      onSize: set,
      onEnd: onResized,
      onReset: () => change(undefined),
    });
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'ArrowUp') change(laidOutHeight() - keyStep);
    else if (key === 'ArrowDown') change(laidOutHeight() + keyStep);
    else if (key === 'Home') change(least);
    else if (key === 'End') change(mostIn(innerHeight));
    else if (key === 'Enter') change(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="separator"
      class="panel-edge"
      tabindex={0}
      title={t('Height of charts and summary')}
      aria-label={t('Height of charts and summary')}
      aria-controls="analysis"
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={mostIn(windowHeight)}
      aria-valuenow={seen()}
      ref={edge}
      onKeyDown={onKey}
    />
  );
}
