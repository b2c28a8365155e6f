import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promise, type Scenario, type Verdict } from '../plan.ts';
import { sessionsFolder } from '../seed.ts';
import type { Stage } from '../stage.ts';
import type { WindowAnswer } from '../window/messages.ts';
import { databaseName } from '../../../src/extension/auth/sessions/session-database.ts';
import { diskErrors, diskPlaces, type DiskError } from '../window/failing-rows.ts';
import { type SecretFault, secretFaults } from '../window/secrets-in-files.ts';
import type { World } from '../world.ts';

const errors = Object.keys(diskErrors) as DiskError[];
const diskFaults = errors.flatMap((error) => diskPlaces.map((place) => ({ place, error })));
const damages = ['torn', 'missing', 'overwritten'] as const;
const each = 50;

/** The disk refuses a step of the refresh and goes on refusing; then the window is closed, and all is well again. */
async function diskRefuses(world: World, index: number): Promise<Verdict> {
  const fault = diskFaults[index % diskFaults.length] ?? { place: 'intent', error: 'IOERR' };
  const what = `${fault.error} on ${fault.place}`;
  return world.on({}, async (stage) => {
    const isHelper = Math.floor(index / diskFaults.length) % 2 === 1;
    const window = stage.window({ helper: isHelper, diskFault: fault });
    const answer = await window.ask({ do: 'token', force: true });
    const complaints = [
      ...signedOutComplaint(answer),
      ...(fault.place === 'intent' && stage.line.sends.length > 0 ? ['a token was spent without an intent'] : []),
    ];
    await window.kill();
    await stage.graceOver();
    return await stage.verdict({ what, complaints });
  });
}

/** The database is damaged while nobody looks. SecretStorage has a copy. */
async function fileDamaged(world: World, index: number): Promise<Verdict> {
  const damage = damages[index % damages.length] ?? 'torn';
  return world.on({}, async (stage) => {
    const window = stage.window({ watches: true });
    await window.ask({ do: 'token', force: true });
    const [generation, file] = [stage.generation, join(sessionsFolder(stage.folder), databaseName)];
    await replicaOf(stage, generation);
    await window.kill();
    if (damage === 'missing') rmSync(file);
    if (damage === 'torn') truncateSync(file, statSync(file).size / 2);
    if (damage === 'overwritten') writeFileSync(file, 'not a database '.repeat(1000));
    await stage.graceOver();
    return await stage.verdict({ what: damage });
  });
}

/** The keyring misbehaves for one window, from its start or once it has the key; then it is well again. */
async function keyringFails(world: World, index: number): Promise<Verdict> {
  const fault: SecretFault = secretFaults[index % secretFaults.length] ?? 'get rejects';
  const isFromStart = Math.floor(index / secretFaults.length) % 2 === 0;
  const what = `${fault} ${isFromStart ? 'from the start' : 'during the refresh'}`;
  return world.on({}, async (stage) => {
    const window = stage.window({ helper: true, ...(isFromStart && { secretFault: fault }) });
    if (!isFromStart) {
      await window.ask({ do: 'token' });
      await window.ask({ do: 'break-keyring', fault });
    }
    const answer = await window.ask({ do: 'token', force: true });
    const list = await window.ask({ do: 'list' });
    const complaints = [
      ...signedOutComplaint(answer),
      ...(list && 'sessions' in list && list.sessions.length === 1 ? [] : ['the session is not listed']),
    ];
    await window.kill();
    await stage.graceOver();
    return await stage.verdict({ what, complaints });
  });
}

/** “Cannot read” is never “signed out”. */
function signedOutComplaint(answer: WindowAnswer | undefined): string[] {
  const isSignedOut = answer && 'failed' in answer && /signed out/i.test(answer.failed);
  const isReconnect = answer && 'failed' in answer && answer.why === 'reconnect';
  return isSignedOut || isReconnect ? ['it called the session signed out'] : [];
}

/** Waits until SecretStorage has a copy of that generation. */
async function replicaOf(stage: Stage, generation: number): Promise<void> {
  for (let tries = 0; tries < 2_000 && !stage.hasReplica(generation); tries++) await delay(10);
  if (!stage.hasReplica(generation)) throw new Error('No copy came to SecretStorage');
}

export const storageFaults: readonly Scenario[] = [
  promise('T6', '4 errors of the disk on intent, pair, commit, end of commit, read-back', {
    runs: diskFaults.length * each,
    quick: diskPlaces.length,
    run: diskRefuses,
  }),
  promise('T6', 'database torn, missing, overwritten', {
    runs: damages.length * each,
    quick: damages.length,
    run: fileDamaged,
  }),
  promise('T6', '6 faults of SecretStorage, from the start or during the refresh', {
    runs: secretFaults.length * each,
    quick: secretFaults.length,
    run: keyringFails,
  }),
];
