import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A refresh that is under way. */
export interface Flight {
  /** Process that sends and stores. */
  readonly helper: number;
  /** Extension host of the window that began it. */
  readonly host: number;
}

/**
 * The helper that runs from somewhere under `folder`, and the extension host that started it; undefined where there is
 * none. Reads the process table of Linux.
 */
export async function findFlight(folder: string): Promise<Flight | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(folder) || !/refresh-helper\.js\0?$/.test(command)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const host = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
    // 1: the host is gone already.
    if (host > 1) return { helper: Number(name), host };
  }
  return undefined;
}

/** What `look` finds, as soon as it does; undefined where it finds nothing within `ms`. */
export async function eventually<T>(look: () => Promise<T | undefined>, ms: number): Promise<T | undefined> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > end) return found;
    await delay(25);
  }
}
