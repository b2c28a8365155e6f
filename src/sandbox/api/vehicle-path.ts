/** Id of the vehicle that the path of a request names; undefined where it names none. */
export function vehicleOf(path: string): string | undefined {
  return /\/vehicles\/([^/]+)/.exec(path)?.[1];
}
