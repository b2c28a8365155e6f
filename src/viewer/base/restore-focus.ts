/**
 * Restores the focus to the element that had it when the window is used again. VS Code takes the focus for its Command
 * Palette and its menus, and returns it only to the page as a whole.
 *
 * @param take receives the element that had the focus before; it focuses that element, or whichever has replaced it
 * @param end stops listening
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
