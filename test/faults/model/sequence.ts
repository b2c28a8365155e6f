import assert from 'node:assert/strict';
import { faultPoints } from '../../../src/extension/auth/refresh/fault-point.ts';
import { documentTiming } from '../../../src/extension/auth/sessions/session-durations.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';
import { Machine } from './machine.ts';
import { clientId, ModelWindow } from './model-window.ts';
import type { Operation, Troubles } from './operation.ts';

/** A refresh token with less of its minute left may be too late to send again. */
const enoughMs = 5_000;

/** Longer than a refresh with all its resends, in milliseconds. */
const longestMs = 600_000;

interface Standing {
  /** A refresh token that was never used lies somewhere on the machine. */
  readonly isSafe: boolean;
  /** For how long the best one will still be taken. */
  readonly lifeMs: number;
  /** A refresh is unfinished, whose minute may be as good as over. */
  readonly isInterrupted: boolean;
}

/**
 * Does operations one after the other on a machine of the model, and holds the sessions against their promise after
 * each. Rejects with an AssertionError.
 */
export class Sequence {
  readonly #machine = new Machine();
  readonly #windows: (ModelWindow | undefined)[] = [undefined, undefined, undefined];
  #sessions = 0;
  #wasClockSet = false;

  async run(operations: readonly Operation[]): Promise<void> {
    await this.#connect();
    for (const operation of operations) {
      await this.#do(operation);
      this.#checkVerdictOfDeath();
    }
    await this.#end();
  }

  async #do(operation: Operation): Promise<void> {
    const { time, disk } = this.#machine;
    switch (operation.do) {
      case 'refresh':
        return this.#refresh(operation.slot, operation);
      case 'race':
        return this.#race();
      case 'look':
        return this.#look(operation.slot);
      case 'kill':
        return this.#kill(operation.slot);
      case 'pass':
        return time.pass(operation.ms);
      case 'set clock':
        this.#wasClockSet = true;
        return time.set(operation.byMs);
      case 'damage': {
        const [row, text] = [this.#machine.sessionRow, disk.texts.get(this.#machine.sessionRow)];
        // Without a copy of the newest, damage is a loss that nobody can help.
        if (text === undefined || this.#machine.stored()?.generation !== this.#machine.replica()?.generation) return;
        // Without the database, its notes are gone, too.
        if (operation.how === 'missing') disk.texts.clear();
        else disk.texts.set(row, text.slice(0, text.length / 2));
        return;
      }
      case 'sign out':
        return this.#signOut(operation.slot, operation.beside, operation.afterMs);
    }
  }

  async #refresh(slot: number, troubles: Troubles): Promise<void> {
    const before = this.#standing();
    const window = this.#open(slot);
    window.diesAt = troubles.diesAt;
    window.answers = [...(troubles.answers ?? [])];
    window.diskFault = troubles.disk;
    window.secretTrouble = troubles.keyring;
    window.clockSetAt = troubles.clock;
    if (troubles.clock) this.#wasClockSet = true;
    const sends = this.#machine.service.sends.length;
    const result = await this.#settle(window, () => window.core.tokenManager.refresh(this.#machine.sessionId));
    const wasAlive = window.isUnexpired;
    Object.assign(window, { diesAt: undefined, answers: [], diskFault: undefined, secretTrouble: undefined });
    if (wasAlive) await this.#settle(window, () => window.repair());
    // A window that found no key looks for it again by and by; the next one does at once.
    if (troubles.keyring) this.#kill(slot);
    this.#checkRefresh(troubles, before, wasAlive, this.#machine.service.sends.slice(sends), result);
  }

  #checkRefresh(
    troubles: Troubles,
    before: Standing,
    wasAlive: boolean,
    sends: readonly { readonly tookEffect: boolean }[],
    result: Result,
  ): void {
    const after = this.#standing();
    const isSpent = sends.some(({ tookEffect }) => tookEffect);
    const isPlain = wasAlive && !troubles.disk && !troubles.keyring && (troubles.answers ?? []).length === 0;
    assert.ok(sends.length <= 10, `${sends.length} requests in one refresh`);
    if (isPlain && before.lifeMs > enoughMs) {
      assert.ok(result.ok, `a refresh without trouble failed: ${String(result.error)}`);
      assert.ok(after.isSafe, 'a refresh without trouble left no good token');
    }
    if (!before.isSafe) return;
    if (!isSpent) assert.ok(after.isSafe, 'a session was lost although its token was not spent');
    const hasTime = !before.isInterrupted || (troubles.answers ?? []).length === 0;
    if (isSpent && wasAlive && hasTime) assert.ok(after.isSafe, 'a pair was lost although its window lived on');
    const died = faultPoints.indexOf(troubles.diesAt ?? 'lock-taken');
    if (isSpent && !wasAlive && died >= faultPoints.indexOf('stored') && !troubles.disk) {
      assert.ok(after.isSafe, `a pair that was stored was lost as its window died at ${troubles.diesAt ?? ''}`);
    }
  }

  async #race(): Promise<void> {
    const { time, service, sessionId } = this.#machine;
    const windows = [0, 1, 2].map((slot) => this.#open(slot));
    await time.pass(2 * 3_600_000);
    const before = this.#standing();
    const sends = service.sends.length;
    const results: Result[] = [];
    const asks = windows.map(async (window) =>
      results.push(await resultOf(window.core.sessions.accessToken(sessionId))),
    );
    await time.pass(longestMs, () => results.length === windows.length);
    await Promise.all(asks);
    if (!before.isSafe || this.#wasClockSet) return;
    const tokens = new Set(results.map(({ value }) => value));
    assert.equal(service.sends.length - sends, 1, 'one request for one generation');
    assert.equal(tokens.size, 1, 'one token for all windows');
    for (const { value } of results) assert.ok(service.accepts(String(value)), 'a token that the service accepts');
    for (const window of windows) await this.#settle(window, () => window.repair());
  }

  /** Whoever looks within the minute finishes what another one has left. */
  async #look(slot: number): Promise<void> {
    const { time } = this.#machine;
    const before = this.#standing();
    const window = this.#open(slot);
    // Every window begins with the list of its sessions.
    await this.#settle(window, () => window.core.sessions.list());
    for (let times = 0; times < 3; times++) {
      await this.#settle(window, () => window.core.watch.look());
      await time.pass(documentTiming.watchEveryMs);
    }
    const isInTime = before.lifeMs > 25_000 && before.lifeMs <= 60_000;
    if (isInTime && !this.#wasClockSet) assert.ok(this.#standing().isSafe, 'a look within the minute saved nothing');
  }

  #kill(slot: number): void {
    this.#windows[slot]?.die();
    this.#windows[slot] = undefined;
  }

  async #signOut(slot: number, beside: number | undefined, afterMs: number): Promise<void> {
    const { time, disk, sessionId, sessionRow } = this.#machine;
    const window = this.#open(slot);
    const refreshing = beside === undefined ? undefined : this.#open(beside);
    const refresh = refreshing && resultOf(refreshing.core.tokenManager.refresh(sessionId));
    await time.pass(afterMs);
    await this.#settle(window, () => window.core.sessions.remove(sessionId));
    let isOver = refresh === undefined;
    void refresh?.then(() => (isOver = true));
    await time.pass(longestMs, () => isOver);
    await this.#settle(window, () => window.repair());
    for (const each of [0, 1, 2]) this.#kill(each);

    const fresh = this.#open(0);
    const list = await this.#settle(fresh, () => fresh.core.sessions.list());
    const ids = (list.value as readonly { id: string }[] | undefined)?.map(({ id }) => id);
    assert.ok(!ids?.includes(sessionId), 'a session came back after it was signed out');
    const again = await this.#settle(fresh, () => fresh.core.tokenManager.refresh(sessionId));
    assert.ok(!again.ok, 'a session was refreshed after it was signed out');
    assert.match(disk.texts.get(sessionRow) ?? '', /signedOut/);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    const machine = this.#machine;
    machine.sessionId = `sandbox.${++this.#sessions}`;
    const window = this.#open(0);
    await this.#settle(window, () =>
      window.core.vault.write({
        id: machine.sessionId,
        environment: 'sandbox',
        clientId,
        account: { id: 'owner', label: 'Owner' },
        scopes: [],
        tokens: machine.service.newPair(),
        generation: 1,
      }),
    );
    // As a sign-in does.
    await this.#settle(window, () => window.core.watch.look());
  }

  /** Nothing is marked dead that the service would still take. */
  #checkVerdictOfDeath(): void {
    const stored = this.#machine.stored();
    if (stored?.deadGeneration === undefined) return;
    const lifeMs = this.#machine.service.lifeOf(stored.tokens.refreshToken);
    assert.equal(lifeMs, 0, 'a session is called dead whose token lives');
  }

  /** All is well again: whatever can be had from the machine is had by a fresh window, or it says clearly that not. */
  async #end(): Promise<void> {
    for (const slot of [0, 1, 2]) this.#kill(slot);
    const before = this.#standing();
    const { service, sessionId } = this.#machine;
    const window = this.#open(0);
    const refresh = () => this.#settle(window, () => window.core.tokenManager.refresh(sessionId));
    let result = await refresh();
    // A copy may have an access token that still works, though its refresh token doesn't.
    if (before.lifeMs === 0 && result.ok) result = await refresh();
    if (before.lifeMs > enoughMs) {
      assert.ok(result.ok, `a fresh window got nothing: ${String(result.error)}`);
      return;
    }
    if (before.lifeMs > 0) return;
    assert.ok(result.error instanceof ServiceError && result.error.turn === 'reconnect', 'it asks to connect again');
    const sends = service.sends.length;
    await refresh();
    assert.equal(service.sends.length, sends, 'a dead token is not sent again');
  }

  #standing(): Standing {
    const { service } = this.#machine;
    const tokens = this.#machine.durable();
    return {
      isSafe: tokens.some((token) => service.lifeOf(token) > 0 && !service.isSpent(token)),
      isInterrupted: this.#machine.hasIntent(),
      lifeMs: Math.max(0, ...tokens.map((token) => service.lifeOf(token))),
    };
  }

  #open(slot: number): ModelWindow {
    const present = this.#windows[slot];
    if (present?.isUnexpired) return present;
    const window = new ModelWindow(this.#machine);
    this.#windows[slot] = window;
    return window;
  }

  /** The outcome, unless the window dies before. */
  async #settle(window: ModelWindow, work: () => Promise<unknown>): Promise<Result> {
    let result: Result | undefined;
    void resultOf(work()).then((value) => (result = value));
    await this.#machine.time.pass(longestMs, () => result !== undefined || !window.isUnexpired);
    assert.ok(result ?? !window.isUnexpired, 'it never ended');
    return result ?? { ok: false };
  }
}

interface Result {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
}

function resultOf(work: Promise<unknown>): Promise<Result> {
  return work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );
}
