import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { WindowAnswer, WindowCommand, WindowSettings } from './messages.ts';

/** A process that is one window, as seen by who started it. */
export class WindowProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((answer: WindowAnswer | undefined) => void)[] = [];
  readonly pid: number;
  /** Resolves once the process has ended, however. */
  readonly ended: Promise<void>;
  /** All that it wrote, for the search for secrets. */
  output = '';
  #hasEnded = false;

  constructor(script: string, settings: WindowSettings) {
    // Nothing of this process's environment: what the search for secrets finds in a helper's must come from the window.
    this.#child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH ?? '' } });
    this.pid = this.#child.pid ?? 0;
    this.ended = once(this.#child, 'close').then(() => {
      this.#hasEnded = true;
      for (const waiter of this.#waiting.splice(0)) waiter(undefined);
    });
    // A window that was killed reads no more.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    createInterface(this.#child.stdout).on('line', (line) => {
      this.output += `${line}\n`;
      this.#waiting.shift()?.(JSON.parse(line) as WindowAnswer);
    });
    this.#write(settings);
  }

  /** The answer, or undefined where the process ends before it. One command at a time. */
  ask(command: WindowCommand): Promise<WindowAnswer | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#write(command);
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** As when a window is closed: the extension host ends at once. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  #write(message: WindowSettings | WindowCommand): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
