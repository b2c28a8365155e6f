import type { FaultPoint } from '../../../src/extension/auth/refresh/fault-point.ts';
import { LimitReached } from '../../../src/common/scheduler.ts';
import { createWindowSessions, type WindowSessions } from '../../../src/extension/auth/window-sessions.ts';
import type { SessionLock } from '../../../src/extension/auth/sessions/session-lock.ts';
import type { DiskOperation } from './model-rows.ts';
import type { Machine } from './machine.ts';
import type { SecretTrouble } from './model-secrets.ts';
import type { AnswerTrouble } from './model-service.ts';

export const clientId = 'client';
const latencyMs = 300;
const lateMs = 8_000;

/** A process with the extension's own sessions in it, on a machine in memory. */
export class ModelWindow {
  readonly core: WindowSessions;
  readonly #machine: Machine;
  isUnexpired = true;
  /** The window dies when a refresh of its gets there. */
  diesAt: FaultPoint | undefined;
  /** Somebody sets the machine's clock when a refresh gets there. */
  clockSetAt: { readonly point: FaultPoint; readonly byMs: number } | undefined;
  /** For the answers to come, in order. */
  answers: (AnswerTrouble | undefined)[] = [];
  diskFault: DiskOperation | undefined;
  secretTrouble: SecretTrouble | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
    const { time, disk, secrets, service, folder } = machine;
    const scheduler = time.schedulerOf(this);
    this.core = createWindowSessions({
      folder,
      secrets: secrets.storeFor(this),
      rows: disk.rowsFor(this),
      lock: this.#lock(),
      clock: time,
      elapsed: () => time.elapsed(),
      scheduler,
      random: () => 0.5,
      isActive: () => true,
      applicationToken: () => Promise.reject(new Error('no application token')),
      application: () =>
        Promise.resolve({
          environment: { authUrl: 'http://127.0.0.1' },
          credentials: { clientId, clientSecret: 'secret' },
        }),
      fetch: () =>
        this.answers[0] === 'offline' ? Promise.reject(new Error('offline')) : Promise.resolve(new Response()),
      tokenEndpoint: {
        refresh: async (_where, _who, refreshToken) => {
          const trouble = this.answers.shift();
          await this.#reach('sent');
          await scheduler.sleep(latencyMs);
          // What the service did stays done, whoever hears of it.
          const answer = attempt(() => service.refresh(refreshToken, trouble));
          await scheduler.sleep(trouble === 'late' ? lateMs : latencyMs);
          await this.#reach('headers');
          return answer();
        },
      },
      probe: (point) => this.#reach(point),
    });
  }

  /** What it does twice a minute, but for refreshes. */
  async repair(): Promise<void> {
    await this.core.vault.repair();
    await this.core.vault.tidy();
  }

  die(): void {
    this.isUnexpired = false;
    this.#machine.locks.release(this);
  }

  async #reach(point: FaultPoint): Promise<void> {
    if (this.clockSetAt?.point === point) {
      this.#machine.time.set(this.clockSetAt.byMs);
      this.clockSetAt = undefined;
    }
    if (this.diesAt === point) this.die();
    if (!this.isUnexpired) await new Promise(() => undefined);
  }

  /** As the kernel's: falls with its holder. */
  #lock(): SessionLock {
    const { locks, time } = this.#machine;
    const scheduler = time.schedulerOf(this);
    return {
      run: async (id, work, { maxWaitMs, signal }) => {
        for (let waited = 0; !locks.take(id, this); waited += 40) {
          if (waited >= maxWaitMs) throw new LimitReached('The lock was not free');
          await scheduler.sleep(40, signal);
        }
        try {
          return await work();
        } finally {
          locks.release(this, id);
        }
      },
    };
  }
}

/** The outcome of work that is done now, for later. */
function attempt<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
