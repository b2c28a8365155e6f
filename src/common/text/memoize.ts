/** Default number of results to keep: few enough to need little memory, and more than a window shows. */
const shown = 2000;

/**
 * A function that remembers its result for each value. For values that are needed again and again while scrolling.
 *
 * @param most maximum number of results to keep
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
