/** So many are kept; few enough to take no room, and more than a window shows of them. */
const shown = 2000;

/**
 * A function that keeps what it has said of a value, for the next time. For what is asked again and again while scrolling.
 *
 * @param most so many are kept
 */
export function memoize<Value extends string | number, Result>(make: (value: Value) => Result, most = shown) {
  const known = new Map<Value, Result>();
  return (value: Value): Result => {
    const before = known.get(value);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const result = make(value);
    known.set(value, result);
    return result;
  };
}
