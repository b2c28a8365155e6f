import { t } from '../../common/translate.ts';
import type { BrushedArea } from '../charts/brushed-area.ts';
import { hourOfWeek } from '../charts/week.ts';
import { weekSpan } from '../charts/week-words.ts';
import { gainOf } from '../data/derived.ts';
import type { Formats } from '../formats/formats.ts';
import { LocalDays } from '../formats/local-days.ts';
import type { BrushFilter } from '../rows/filters.ts';

/** Creates the filter for a brushed area; days and hours are those of the current time zone. */
export function brushFilterOf(area: BrushedArea, formats: Formats): BrushFilter {
  const { zone } = formats;
  switch (area.chart) {
    case 'energy': {
      const [first, last] = area.days;
      const local = new LocalDays(zone);
      return {
        label: () => t('{0} to {1}', formats.day(first * 1000), formats.day(last * 1000)),
        wanted: ({ chargeStart }) => {
          return (row) => {
            const day = local.startOf(chargeStart.at(row)) / 1000;
            return day >= first && day <= last;
          };
        },
      };
    }
    case 'levels': {
      const [from, to] = [area.times[0] * 1000, area.times[1] * 1000];
      return {
        label: () => t('{0} to {1}', formats.dateTime(from), formats.dateTime(to)),
        wanted: ({ chargeStart }) => {
          return (row) => chargeStart.at(row) >= from && chargeStart.at(row) <= to;
        },
      };
    }
    case 'week': {
      const cells = new Set(area.hours);
      const days = Array.from({ length: 7 }, (_, day) => formats.weekday(day));
      return {
        label: () => weekSpan(area.hours, days),
        wanted: ({ chargeStart }) => {
          return (row) => cells.has(hourOfWeek(chargeStart.at(row), zone));
        },
      };
    }
    case 'gain': {
      const [left, right] = area.gains;
      const [low, edge] = area.energies;
      const high = area.upwards ? Infinity : edge;
      return {
        label: () =>
          t(
            'charge gained {0} to {1}, energy {2} to {3}',
            ...([formats.percent(Math.max(0, left)), formats.percent(right)] as const),
            ...([formats.energy(Math.max(0, low)), area.upwards ? '\u221e' : formats.energyWithUnit(high)] as const),
          ),
        wanted: (store) => (row) => {
          const gain = gainOf(store, row);
          const energy = store.energy.at(row);
          return gain >= left && gain <= right && energy >= low && energy <= high;
        },
      };
    }
  }
}
