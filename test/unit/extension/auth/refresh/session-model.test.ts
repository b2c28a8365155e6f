import { checkSequences } from '../../../../faults/model/check.ts';
import type { AnswerTrouble } from '../../../../faults/model/model-service.ts';
import type { Operation } from '../../../../faults/model/operation.ts';
import { Sequence } from '../../../../faults/model/sequence.ts';

/** `npm run faults` checks 10 000 of each. */
const runs = Number(process.env.VEHICLE_DATA_SEQUENCES ?? 60);

const offline = (times: number): readonly AnswerTrouble[] => Array.from({ length: times }, () => 'offline');
const lostBefore = (times: number): readonly AnswerTrouble[] => Array.from({ length: times }, () => 'lost before');

/** Each has lost a session once. */
const known: Readonly<Record<string, readonly Operation[]>> = {
  'a refresh taken over late, whose first send to arrive is the last': [
    { do: 'refresh', slot: 0, diesAt: 'headers', answers: offline(1) },
    { do: 'pass', ms: 40_000 },
    { do: 'refresh', slot: 0, diesAt: 'parsed', answers: offline(3) },
    { do: 'pass', ms: 1000 },
    { do: 'look', slot: 0 },
  ],
  'a refresh whose requests get lost for half a minute, until one arrives': [
    { do: 'refresh', slot: 0, diesAt: 'parsed', answers: lostBefore(6) },
    { do: 'pass', ms: 20_000 },
    { do: 'look', slot: 0 },
  ],
  'two pairs of one generation, of which only the copy is still good': [
    { do: 'look', slot: 1 },
    { do: 'refresh', slot: 0 },
    { do: 'damage', how: 'missing' },
    { do: 'refresh', slot: 1, diesAt: 'stored', keyring: 'rejects' },
    { do: 'refresh', slot: 0, diesAt: 'headers' },
    { do: 'pass', ms: 7_200_000 },
    { do: 'look', slot: 0 },
  ],
  'a copy that is the only good pair while the refresh of its generation has no result': [
    { do: 'look', slot: 1 },
    { do: 'refresh', slot: 0 },
    { do: 'damage', how: 'missing' },
    { do: 'refresh', slot: 1, diesAt: 'stored', keyring: 'rejects' },
    { do: 'refresh', slot: 0, diesAt: 'headers' },
    { do: 'refresh', slot: 0, disk: 'write' },
    { do: 'look', slot: 0 },
  ],
  'a database that is lost in the minute of a refresh without a result': [
    { do: 'refresh', slot: 0, diesAt: 'parsed' },
    { do: 'damage', how: 'missing' },
    { do: 'look', slot: 0 },
  ],
  'the same, restored first by a window that knows only an older pair': [
    { do: 'refresh', slot: 1 },
    { do: 'refresh', slot: 0 },
    { do: 'refresh', slot: 0, diesAt: 'parsed' },
    { do: 'damage', how: 'missing' },
    { do: 'refresh', slot: 1, disk: 'write', keyring: 'rejects' },
    { do: 'refresh', slot: 0 },
  ],
  'a window that knows only an older pair while the newest is torn and its refresh has no result': [
    { do: 'look', slot: 2 },
    { do: 'refresh', slot: 0 },
    { do: 'refresh', slot: 0, diesAt: 'headers' },
    { do: 'damage', how: 'torn' },
    { do: 'refresh', slot: 2, disk: 'end of commit', keyring: 'rejects' },
    { do: 'look', slot: 0 },
  ],
  'an older copy that is the only good pair while a refresh has no result': [
    { do: 'refresh', slot: 1 },
    { do: 'damage', how: 'missing' },
    { do: 'refresh', slot: 0, diesAt: 'stored', keyring: 'rejects' },
    { do: 'refresh', slot: 0, diesAt: 'read-back' },
    { do: 'refresh', slot: 0, diesAt: 'headers' },
    { do: 'refresh', slot: 0, disk: 'write' },
    { do: 'look', slot: 0 },
  ],
};

describe('Sessions in any sequence of events', function () {
  for (const [what, sequence] of Object.entries(known)) {
    it(`survive ${what}`, () => new Sequence().run(sequence));
  }

  it('keep a good refresh token on the machine, whatever windows do and whoever lies to them', async () => {
    await checkSequences('life', runs);
  });

  it('survive a clock that is set by minutes, a day or a month in the middle of everything', async () => {
    await checkSequences('clocks', runs);
  });
});
