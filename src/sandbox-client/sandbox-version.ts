/** What to do about a sandbox that already runs for this machine. */
export type Verdict =
  /** It does what this version of the extension needs. */
  | 'adopt'
  /** Another version that nobody uses any more: it makes room, its port and its state are taken over. */
  | 'replace'
  /** Another version that other windows use: it stays, and this version starts its own with a state of its own. */
  | 'beside';

/**
 * @param running version of the running sandbox, and how many windows hold a lease on it
 * @param ours version of this extension
 */
export function judgeRunning(running: { version: string; leases: number }, ours: string): Verdict {
  if (releaseLine(running.version) === releaseLine(ours)) return 'adopt';
  return running.leases === 0 ? 'replace' : 'beside';
}

/** Versions of one line understand each other: `2` of `2.4.1`, `0.3` of `0.3.9`. */
export function releaseLine(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
