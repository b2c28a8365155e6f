/** What to do about a sandbox that is already running on this machine. */
export type Verdict =
  /** It provides what this version of the extension needs: use it. */
  | 'adopt'
  /** Another version that is no longer used: stop it, and take over its port and state. */
  | 'replace'
  /** Another version that other windows use: keep it, and start this version's own sandbox with its own state. */
  | 'beside';

/**
 * @param running version of the running sandbox, and how many windows hold a lease on it
 * @param ours version of this extension
 */
export function judgeRunning(running: { version: string; leases: number }, ours: string): Verdict {
  if (releaseLine(running.version) === releaseLine(ours)) return 'adopt';
  return running.leases === 0 ? 'replace' : 'beside';
}

/** Versions of the same release line are compatible: `2` of `2.4.1`, `0.3` of `0.3.9`. */
export function releaseLine(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
