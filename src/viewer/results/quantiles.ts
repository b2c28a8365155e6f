/**
 * The values below which the given fractions lie, interpolated linearly.
 *
 * @param values must not contain NaN; the result is NaN if it is empty
 * @param fractions each from 0 to 1
 */
export function quantiles(values: readonly number[], fractions: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  return fractions.map((fraction) => {
    const place = fraction * (sorted.length - 1);
    const lower = sorted[Math.floor(place)] ?? NaN;
    return lower + (place % 1) * ((sorted[Math.ceil(place)] ?? NaN) - lower);
  });
}
