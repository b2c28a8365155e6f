import * as fc from 'fast-check';
import { type FaultPoint, faultPoints } from '../../../src/extension/auth/refresh/fault-point.ts';
import type { DiskOperation } from './model-rows.ts';
import type { SecretTrouble } from './model-secrets.ts';
import type { AnswerTrouble } from './model-service.ts';

/** What goes wrong while a window refreshes. */
export interface Troubles {
  readonly diesAt?: FaultPoint | undefined;
  readonly answers?: readonly AnswerTrouble[] | undefined;
  readonly disk?: DiskOperation | undefined;
  readonly keyring?: SecretTrouble | undefined;
  /** Somebody sets the machine's clock, in milliseconds. */
  readonly clock?: { readonly point: FaultPoint; readonly byMs: number } | undefined;
}

/** One step of a sequence. `slot` is one of three places for windows; an empty one gets a new window. */
export type Operation =
  | ({ readonly do: 'refresh'; readonly slot: number } & Troubles)
  /** All windows ask when the access token has expired. */
  | { readonly do: 'race' }
  /** A window looks for what others have left. */
  | { readonly do: 'look'; readonly slot: number }
  | { readonly do: 'kill'; readonly slot: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'set clock'; readonly byMs: number }
  | { readonly do: 'damage'; readonly how: 'torn' | 'missing' }
  /** Signs out, beside a refresh in another window or not; then somebody connects again. */
  | { readonly do: 'sign out'; readonly slot: number; readonly beside: number | undefined; readonly afterMs: number };

const slot = fc.nat({ max: 2 });
const point = fc.constantFrom(...faultPoints);
const minute = 60_000;
const jump = fc.constantFrom(5, 24 * 60, 30 * 24 * 60).chain((minutes) => fc.constantFrom(minutes, -minutes));
const byMs = jump.map((minutes) => minutes * minute);
const trouble = fc.constantFrom<AnswerTrouble>(
  'offline',
  'lost before',
  'lost after',
  'server error',
  'unreadable',
  'late',
);
const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

const refresh = fc.record({
  do: fc.constant('refresh' as const),
  slot,
  diesAt: rarely(point),
  answers: fc.array(trouble, { maxLength: 3 }),
  disk: rarely(fc.constantFrom<DiskOperation>('read', 'write', 'commit', 'end of commit')),
  keyring: rarely(fc.constantFrom<SecretTrouble>('rejects', 'undefined', 'ignores', 'hangs')),
});
const plainRefresh = fc.record({ do: fc.constant('refresh' as const), slot });

/** T9: windows come, go, fail and are lied to. */
export const life: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: refresh },
  { weight: 3, arbitrary: plainRefresh },
  { weight: 1, arbitrary: fc.constant({ do: 'race' } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), slot }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1000, 20_000, 70_000, 7_200_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('damage' as const),
      how: fc.constantFrom('torn' as const, 'missing' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('sign out' as const),
      slot,
      beside: fc.option(slot, { nil: undefined }),
      afterMs: fc.nat({ max: 900 }),
    }),
  },
);

/** T8: the clock is set by minutes, a day, a month, in the middle of everything. */
export const clocks: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refresh' as const),
      slot,
      diesAt: rarely(point),
      answers: fc.array(trouble, { maxLength: 2 }),
      clock: fc.record({ point, byMs }),
    }),
  },
  { weight: 2, arbitrary: plainRefresh },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set clock' as const), byMs }) },
  { weight: 1, arbitrary: fc.constant({ do: 'race' } as const) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), slot }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1000, 40_000, 7_200_000) }),
  },
);
