import { checkSequences } from '../../../../faults/model/check.ts';

/** `npm run faults` checks 10 000 of each. */
const runs = Number(process.env.VEHICLE_DATA_SEQUENCES ?? 60);

describe('Sessions in any sequence of events', function () {
  it('keep a good refresh token on the machine, whatever windows do and whoever lies to them', async () => {
    await checkSequences('life', runs);
  });

  it('survive a clock that is set by minutes, a day or a month in the middle of everything', async () => {
    await checkSequences('clocks', runs);
  });
});
