// A process that holds a session's lock until it is killed or told to let go: `node lock-holder.ts FOLDER SESSION`.
import { CrossProcessLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';

const [folder = '', sessionId = ''] = process.argv.slice(2);

const lock = new CrossProcessLock(folder, systemScheduler);
const work = async () => {
  console.log('held');
  await new Promise((resolve) => process.stdin.once('data', resolve));
};
await lock.run(sessionId, work, { maxWaitMs: 0 });
process.stdin.destroy();
