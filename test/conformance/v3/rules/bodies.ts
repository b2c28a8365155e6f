import { capacityBody, chargeValue, signalCodes, type ChargeValue } from '../../../../src/service/v3/contract.ts';
import { expect, property, type Rule, rulesOf, show, Skipped } from '../../rule.ts';
import { partOf } from '../resources.ts';
import type { World3 } from '../world.ts';

const buildsOn = ['v3.signals.list', 'v3.signals.status'];
const capacitySection = 'Nominal capacity';
const rule = rulesOf<World3>({ section: 'Charge records', buildsOn });

/** Seconds and fractions, in UTC or with an offset. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Charges of all vehicles that are read. Rejects with Skipped where there are none. */
async function charges(world: World3): Promise<readonly ChargeValue[]> {
  const bodies = await world.bodiesOf('chargeRecords');
  const found = bodies.flatMap((body) => (property(body, 'values') as ChargeValue[] | undefined) ?? []);
  if (found.length === 0) throw new Skipped('no vehicle that is known has charge records');
  return found;
}

function ofCharges(
  id: string,
  title: string,
  basis: Rule<World3>['basis'],
  check: (found: readonly ChargeValue[]) => void,
) {
  return rule(`v3.charges.${id}`, {
    basis,
    title,
    buildsOn: ['v3.charges.fields'],
    check: async (world: World3) => check(await charges(world)),
  });
}

export const bodyRules: readonly Rule<World3>[] = [
  rule('v3.capacity.code', {
    public: `The code is ${signalCodes.capacity}, in the singular`,
    section: capacitySection,
    check: async (world) => {
      const signals = (await world.storedSignals()).flatMap((each) => each.signals);
      const codes = signals.map((signal) => String(partOf(signal, 'attributes', 'code')));
      const odd = codes.find((code) => /nominal.?capacit/i.test(code) && code !== signalCodes.capacity);
      expect(odd === undefined, `there is ${show(odd)}`);
      if (!codes.includes(signalCodes.capacity))
        throw new Skipped(`no vehicle that is known has ${signalCodes.capacity}`);
    },
  }),
  rule('v3.capacity.fields', {
    public: 'capacity is a number, availableCapacities are entries, source is SMARTCAR or USER_SELECTED',
    section: capacitySection,
    buildsOn: ['v3.capacity.code'],
    check: async (world) => {
      for (const body of await world.bodiesOf('capacity')) {
        const issue = capacityBody.safeParse(body).error?.issues[0];
        expect(issue === undefined, `${issue?.path.join('.')}: ${issue?.message}`);
        // Every field is optional, and how an undetermined capacity looks is not known.
        const source = property(body, 'source') ?? 'SMARTCAR';
        expect(source === 'SMARTCAR' || source === 'USER_SELECTED', `source is ${show(source)}`);
      }
    },
  }),
  rule('v3.capacity.unit', {
    reported: 'The unit of a capacity is kWhr or kWh',
    section: capacitySection,
    buildsOn: ['v3.capacity.fields'],
    check: async (world) => {
      for (const body of await world.bodiesOf('capacity')) {
        const unit = property(body, 'unit') ?? 'kWh';
        expect(unit === 'kWh' || unit === 'kWhr', `unit is ${show(unit)}`);
      }
    },
  }),
  rule('v3.charges.fields', {
    public: 'values is a list of charges, each of their fields of its type, location an object',
    check: async (world) => {
      for (const body of await world.bodiesOf('chargeRecords')) {
        const values = property(body, 'values');
        expect(Array.isArray(values), `the body is ${show(body)}`);
        for (const value of values as unknown[]) {
          const issue = chargeValue.safeParse(value).error?.issues[0];
          expect(issue === undefined, `${issue?.path.join('.')}: ${issue?.message}`);
        }
      }
    },
  }),
  ofCharges('times', 'startTime and endTime are ISO 8601 timestamps', 'public', (found) => {
    for (const { startTime, endTime } of found) {
      for (const time of [startTime, endTime]) {
        expect(time === undefined || time === null || timestamp.test(time), `a time is ${show(time)}`);
      }
    }
  }),
  ofCharges('percent', 'Levels are percent: 0 to 100, not fractions', 'public', (found) => {
    const all = found.flatMap((each) => [each.startStateOfCharge, each.endStateOfCharge]);
    const levels = all.filter((level) => typeof level === 'number');
    const odd = levels.find((level) => level < 0 || level > 100);
    expect(odd === undefined, `a level is ${odd}`);
    expect(levels.length < 4 || levels.some((level) => level > 1), 'no level is above 1: they are fractions');
  }),
  ofCharges('type', 'A charge has connectorType or chargingType', 'reported', (found) => {
    const typed = found.some((charge) => typeof (charge.connectorType ?? charge.chargingType) === 'string');
    expect(typed, 'no charge has connectorType or chargingType');
  }),
  rule('v3.charges.ongoing', {
    public: 'A charge that goes on is listed too, without its end',
    buildsOn: ['v3.charges.times'],
    check: async (world) => {
      const [found, now] = [await charges(world), await world.now()];
      const ahead = found.find(({ endTime }) => Date.parse(endTime ?? '') > now + 60_000);
      expect(ahead === undefined, `a charge ends at ${show(ahead?.endTime)}, which is still to come`);
      if (!found.some(({ endTime }) => endTime === undefined || endTime === null)) {
        throw new Skipped('no charge is going on');
      }
    },
  }),
];
