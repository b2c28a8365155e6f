import { folded } from './text.ts';

type Child = Node | string;

/** A hidden page paints nothing: code that waits for a frame waits no longer than this many milliseconds. */
const patience = 250;

/** An element with attributes and children. Text becomes text nodes: nothing is ever parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Sets the text unless it is already there: a screen reader would read a live region again. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Moves a child and keeps the focus inside it. `moveBefore` does that by itself, but browsers other than VS Code's own
 * may not have it.
 */
export function move(parent: Element, child: HTMLElement, before: Node | null): void {
  if ('moveBefore' in parent) {
    parent.moveBefore(child, before);
    return;
  }
  const focused = child.contains(document.activeElement) ? document.activeElement : null;
  (parent as Element).insertBefore(child, before);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** Sets or removes an attribute. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Resolves when the next frame is painted. */
export function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, patience);
    requestAnimationFrame(() => {
      clearTimeout(late);
      // A task that is scheduled during a frame runs after it.
      setTimeout(resolve);
    });
  });
}

/** What is read of an item of a list. */
const nameOf = (item: HTMLElement) => folded((item.closest('label') ?? item).textContent.trim());

/**
 * The item of a list, from top to bottom, that an arrow key, Home or End leads to, or a character: to the next one that
 * begins with it. Undefined for any other key.
 */
function neighbour(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = items.indexOf(from);
  if (at === -1) return undefined;
  switch (key) {
    case 'ArrowDown':
      return items[Math.min(at + 1, items.length - 1)];
    case 'ArrowUp':
      return items[Math.max(at - 1, 0)];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      if (key.length > 1) return undefined;
      return [...items.slice(at + 1), ...items.slice(0, at)].find((item) => nameOf(item).startsWith(folded(key)));
  }
}

/** Moves the focus from one of the elements to the one that an arrow key, Home, End or a character leads to. */
export function focusNeighbour(event: KeyboardEvent, elements: Iterable<HTMLElement>): void {
  const { target, key, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
  const next = neighbour([...elements], target, key);
  if (!next) return;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** A ref for an element of which a part is made by hand, after what Preact makes in it. */
export function holding(...parts: readonly Element[]): (at: Element | null) => void {
  return (at) => {
    if (parts.some((part) => part.parentElement !== at)) at?.append(...parts);
  };
}

/**
 * Restores the focus to the element that had it when the window is used again. VS Code takes the focus for its Command
 * Palette and its menus, and returns it only to the page as a whole.
 *
 * @param take receives the element that had the focus before; it focuses that element, or whichever has replaced it
 */
export function restoreFocus(take: (before: HTMLElement) => void): void {
  let before: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) before = target;
  });
  window.addEventListener('focus', () => {
    if (before && document.activeElement === document.body) take(before);
  });
}
