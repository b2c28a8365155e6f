/**
 * Replaces what a list holds, and keeps the focus that is in it: with the item that says the same, else with the one at
 * that place, or the last one.
 *
 * @param items a selector of what takes the focus in it
 * @param otherwise gets the focus where there is no item any more
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
