/** The item of a list, from top to bottom, that an arrow key, Home or End leads to; undefined for any other key. */
export function neighbour<Item>(items: readonly Item[], from: Item, key: string): Item | undefined {
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
      return undefined;
  }
}
