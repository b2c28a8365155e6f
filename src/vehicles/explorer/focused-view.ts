import type { Event } from '../../common/event.ts';
import type { VisibleTimerDeps } from './visible-timer.ts';

/** VS Code's window. */
interface Window {
  readonly state: { readonly focused: boolean };
  readonly onDidChangeWindowState: Event<unknown>;
}

/** A view for as long as a person may be looking at it: it is on screen, and its window has the focus. */
export function focusedView(view: VisibleTimerDeps['view'], window: Window): VisibleTimerDeps['view'] {
  return {
    get visible() {
      return view.visible && window.state.focused;
    },
    onDidChangeVisibility(listener) {
      const parts = [view.onDidChangeVisibility(listener), window.onDidChangeWindowState(listener)];
      return { dispose: () => parts.forEach((part) => void part.dispose()) };
    },
  };
}
