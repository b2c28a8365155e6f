import type { Flight } from './flight.ts';
import type { Machine } from './machine.ts';
import type { SessionWindow } from './session-window.ts';

/** A machine in mid-refresh. `windows[0]` began it. */
interface Scene {
  readonly machine: Machine;
  readonly windows: readonly SessionWindow[];
  readonly flight: Flight;
}

/** What happens to a machine in mid-refresh. */
export interface Strike {
  readonly title: string;
  /** Token requests that it costs: the answer to what the helper has sent is lost with it. */
  readonly resends: number;
  readonly strike: (scene: Scene) => Promise<void>;
  /** Where it takes all windows along, and not the first alone. */
  readonly isForAll?: boolean;
  /** Restores what windows need in order to open. */
  readonly restore?: (machine: Machine) => Promise<void>;
  /** Opens a window that was struck. */
  readonly reopen: (machine: Machine, struck: SessionWindow) => Promise<SessionWindow>;
}

export const strikes: readonly Strike[] = [
  {
    title: 'kill -9 of the extension host',
    resends: 0,
    strike: ({ flight }) => kill(flight.host),
    reopen: reload,
  },
  {
    title: 'kill -9 of the extension host and of the helper',
    resends: 1,
    strike: ({ flight }) => kill(flight.host, flight.helper),
    reopen: reload,
  },
  {
    title: 'the window is closed',
    resends: 0,
    strike: async ({ windows: [first] }) => first?.workbench.page.close(),
    reopen: (machine) => machine.openWindow(),
  },
  {
    title: 'the window is reloaded',
    resends: 0,
    strike: async ({ windows: [first] }) => void (await first?.workbench.page.reload({ waitUntil: 'commit' })),
    reopen: async (_machine, struck) => {
      await struck.workbench.ready();
      return struck;
    },
  },
  {
    title: 'the server is restarted',
    resends: 0,
    strike: ({ machine }) => machine.stopServer(),
    isForAll: true,
    restore: (machine) => machine.startServer(),
    reopen: reload,
  },
];

function kill(...pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return Promise.resolve();
}

/** A killed extension host comes back with its page only. */
async function reload(_machine: Machine, struck: SessionWindow): Promise<SessionWindow> {
  await struck.workbench.reload();
  return struck;
}
