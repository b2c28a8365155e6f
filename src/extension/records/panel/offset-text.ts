/**
 * How far a clock is ahead of UTC: `+02:00`.
 *
 * @param minutes a whole number
 */
export function offsetText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
