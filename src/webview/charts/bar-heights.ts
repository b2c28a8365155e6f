/** The highest of the values whose times fall into each pixel from `left` on; 0 where there are none. */
export function highestPerPixel(
  times: readonly number[],
  values: readonly number[],
  pixelOf: (time: number) => number,
  pixels: number,
): Float64Array {
  const highest = new Float64Array(pixels);
  times.forEach((time, index) => {
    const pixel = Math.floor(pixelOf(time));
    const value = values[index] ?? 0;
    if (value > (highest[pixel] ?? Infinity)) highest[pixel] = value;
  });
  return highest;
}
