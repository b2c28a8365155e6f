/**
 * Replaces the content of a list and keeps the focus inside it: on the item with the same text, else on the one at the
 * same index, or the last one.
 *
 * @param items selector of the focusable items
 * @param otherwise returns the element to focus if no item is left
 */
export function replaceKeepingFocus(
  list: HTMLElement,
  content: readonly Node[],
  items: string,
  otherwise: () => HTMLElement | undefined = () => undefined,
): void {
  const find = () => [...list.querySelectorAll<HTMLElement>(items)];
  const before = find();
  const at = before.findIndex((item) => item === document.activeElement);
  const said = before[at]?.textContent;
  list.replaceChildren(...content);
  if (at === -1) return;
  const now = find();
  const there = now[Math.min(at, now.length - 1)];
  const next = [there, ...now].find((item) => item?.textContent === said) ?? there ?? otherwise();
  next?.focus({ preventScroll: true });
}
