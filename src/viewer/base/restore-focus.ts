/**
 * Gives the focus back to what had it when the window is used again. VS Code takes it for its palette and its menus, and
 * gives it back to the page as a whole.
 *
 * @param take gets what had the focus before; it puts the focus there, or where it belongs by now
 * @param end ends it
 */
export function restoreFocus(take: (before: HTMLElement) => void, end: AbortSignal): void {
  let before: HTMLElement | undefined;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof HTMLElement) before = target;
    },
    { signal: end },
  );
  window.addEventListener(
    'focus',
    () => {
      if (before && document.activeElement === document.body) take(before);
    },
    { signal: end },
  );
}
