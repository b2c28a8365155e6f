// Preloaded into every process and worker of `npm run test:clock` by NODE_OPTIONS: its Date is as far from the machine's
// as the variable says, and goes on from there. Plain JavaScript, as programs under test run on other versions of Node.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const shift = Number(process.env['VEHICLE_DATA_TEST_CLOCK_SHIFT'] ?? 0);
const RealDate = globalThis.Date;
const now = () => realNow() + shift;
const realNow = RealDate.now;

/** No subclass: Node makes dates of its own, of files for example, which are to be dates too. */
const ShiftedDate = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === ShiftedDate ? target : newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
RealDate.prototype.constructor = ShiftedDate;
globalThis.Date = ShiftedDate;

/** A program that the product starts without NODE_OPTIONS, as it does the sandbox, has the same time. */
const { spawn } = childProcess;
childProcess.spawn = (command, words, options, ...rest) => {
  const isLeftOut =
    command === process.execPath && Array.isArray(words) && options?.env && !options.env['NODE_OPTIONS'];
  return spawn(command, isLeftOut ? [`--import=${import.meta.url}`, ...words] : words, options, ...rest);
};
syncBuiltinESMExports();
