/** Long enough to recognise an id. */
const usualLength = 8;

/**
 * Shortens ids so that they still differ: to their beginnings, or to their ends if those can be shorter. An id stays
 * whole if shortening would not make it shorter.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const start = enough(ids, (id, length) => id.slice(0, length));
  const end = enough(ids, (id, length) => id.slice(-length));
  return (id) => {
    const length = Math.min(start, end);
    if (id.length <= length + 1) return id;
    return start <= end ? `${id.slice(0, length)}…` : `…${id.slice(-length)}`;
  };
}

/** How long the parts must be to distinguish all ids. */
function enough(ids: readonly string[], part: (id: string, length: number) => string): number {
  const wanted = new Set(ids).size;
  const longest = ids.reduce((most, { length }) => Math.max(most, length), usualLength);
  let length = usualLength;
  while (length < longest && new Set(ids.map((id) => part(id, length))).size < wanted) length += 2;
  return length;
}
