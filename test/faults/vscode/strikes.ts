import type { Flight } from './flight.ts';
import type { Machine } from './machine.ts';
import type { SessionWindow } from './session-window.ts';

/** What happens to a machine in mid-refresh. */
export interface Strike {
  readonly title: string;
  /** The windows afterwards, all of them open again. `windows[0]` began the refresh. */
  readonly run: (machine: Machine, windows: readonly SessionWindow[], flight: Flight) => Promise<SessionWindow[]>;
}

export const strikes: readonly Strike[] = [
  {
    title: 'kill -9 of the extension host',
    run: async (_machine, windows, { host }) => {
      process.kill(host, 'SIGKILL');
      return reload(windows, 1);
    },
  },
  {
    title: 'kill -9 of the extension host and of the helper',
    run: async (_machine, windows, { host, helper }) => {
      process.kill(host, 'SIGKILL');
      process.kill(helper, 'SIGKILL');
      return reload(windows, 1);
    },
  },
  {
    title: 'the window is closed',
    run: async (machine, [first, ...others]) => {
      await first?.workbench.page.close();
      return [await machine.openWindow(), ...others];
    },
  },
  { title: 'the window is reloaded', run: (_machine, windows) => reload(windows, 1) },
  {
    title: 'the server is restarted',
    run: async (machine, windows) => {
      await machine.restartServer();
      return reload(windows, windows.length);
    },
  },
];

/** A killed extension host comes back with its page only. */
async function reload(windows: readonly SessionWindow[], count: number): Promise<SessionWindow[]> {
  for (const { workbench } of windows.slice(0, count)) await workbench.reload();
  return [...windows];
}
