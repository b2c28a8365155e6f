import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keeps the focus inside a list that shows something else: on the item with the same text, else on the one at the same
 * index, or the last one.
 *
 * @param selector of the focusable items
 * @param otherwise returns the element to focus if no item is left
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  selector: string,
  otherwise: () => HTMLElement | null = () => null,
): void {
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const before = items();
  const at = before.findIndex((item) => item === document.activeElement);
  const said = before[at]?.textContent;
  useLayoutEffect(() => {
    if (at === -1) return;
    const now = items();
    const there = now[Math.min(at, now.length - 1)];
    const next = [there, ...now].find((item) => item?.textContent === said) ?? there ?? otherwise();
    next?.focus({ preventScroll: true });
  });
}
