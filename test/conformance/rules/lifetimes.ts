import { lifetimes } from '../../../src/service/oauth/token-contract.ts';
import { expectGranted, expectRefused, type Rule, rulesOf } from '../rule.ts';
import { pairOf, type World } from '../world.ts';

const rule = rulesOf<World>({
  section: 'States and transitions',
  needs: ['clock'],
  buildsOn: ['token.refresh', 'token.new-pair'],
});

/** The clock turns in whole seconds and time passes meanwhile: closer to the limit than this is not asked. */
const margin = 5;
const { accessToken, refreshToken, refreshTokenAfterUse: grace, authorizationCode } = lifetimes;

async function firstVehicle(world: World): Promise<string> {
  return (await world.vehicles())[0]?.id ?? '';
}

/** Rules that need a clock come last: time that has passed does not come back. */
export const lifetimeRules: readonly Rule[] = [
  rule('refresh.again-at-once', {
    document: 'A refresh token still works right after its first use',
    needs: [],
    check: async (world) => {
      const { refresh } = await world.pair();
      expectGranted(await world.refresh(refresh), 'the first use');
      expectGranted(await world.refresh(refresh), 'the second use within the minute');
    },
  }),
  rule('refresh.minute', {
    document: 'A used refresh token is invalidated 1 minute after use, not before',
    buildsOn: ['refresh.again-at-once'],
    check: async (world) => {
      const [early, late] = [await world.pair(), await world.pair()];
      expectGranted(await world.refresh(early.refresh), 'the first use');
      expectGranted(await world.refresh(late.refresh), 'the first use');
      await world.advance(grace - margin);
      expectGranted(await world.refresh(early.refresh), `a use ${grace - margin} s after the first`);
      await world.advance(2 * margin);
      expectRefused(await world.refresh(late.refresh), `a use ${grace + margin} s after the first`);
    },
  }),
  rule('refresh.minute-from-first-use', {
    document: 'The minute counts from the first use: using the token again does not prolong it',
    buildsOn: ['refresh.minute'],
    check: async (world) => {
      const { refresh } = await world.pair();
      expectGranted(await world.refresh(refresh), 'the first use');
      await world.advance(grace - 2 * margin);
      expectGranted(await world.refresh(refresh), 'the second use');
      await world.advance(4 * margin);
      expectRefused(await world.refresh(refresh), `a use ${grace + 2 * margin} s after the first`);
    },
  }),
  rule('token.code-10-minutes', {
    public: 'A code works for ten minutes',
    section: 'handle-the-response',
    needs: ['connect', 'clock'],
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      const [early, late] = [await world.connect(), await world.connect()];
      await world.advance(authorizationCode - 2 * margin);
      expectGranted(await world.exchange(early), `a code after ${authorizationCode - 2 * margin} s`);
      await world.advance(4 * margin);
      expectRefused(await world.exchange(late), `a code after ${authorizationCode + 2 * margin} s`);
    },
  }),
  rule('access.survives-refresh', {
    document: 'Only time ends an access token: it outlives the use of its refresh token',
    buildsOn: ['token.refresh', 'data.bearer-accepted'],
    check: async (world) => {
      const vehicle = await firstVehicle(world);
      const { access, refresh } = await world.pair();
      expectGranted(await world.refresh(refresh), 'the refresh');
      await world.advance(grace + margin);
      expectGranted(await world.capacity(vehicle, access), 'the older access token after the refresh');
    },
  }),
  rule('access.7200', {
    document: 'An access token gives access for 7200 seconds, and then no longer',
    section: 'Limits',
    buildsOn: ['data.bearer-accepted'],
    check: async (world) => {
      const vehicle = await firstVehicle(world);
      const { access } = await world.pair();
      await world.advance(accessToken - 2 * margin);
      expectGranted(await world.capacity(vehicle, access), `an access token after ${accessToken - 2 * margin} s`);
      await world.advance(4 * margin);
      expectRefused(await world.capacity(vehicle, access), `an access token after ${accessToken + 2 * margin} s`);
    },
  }),
  rule('refresh.60-days', {
    document: 'A refresh token that is not used works for 60 days, and then no longer',
    section: 'Limits',
    needs: ['clock', 'connect'],
    buildsOn: ['token.refresh'],
    check: async (world) => {
      const [early, late] = [await world.pair(), await world.pair()];
      await world.advance(refreshToken - 60);
      expectGranted(await world.refresh(early.refresh), 'a refresh token a minute before its 60 days are over');
      await world.advance(120);
      expectRefused(await world.refresh(late.refresh), 'a refresh token a minute after its 60 days');
    },
  }),
  rule('refresh.60-days-restart', {
    document: 'The 60 days start again with each new refresh token',
    needs: ['clock', 'connect'],
    buildsOn: ['refresh.60-days', 'token.new-pair'],
    check: async (world) => {
      const first = await world.pair();
      await world.advance(refreshToken - 3600);
      const second = pairOf(await world.refresh(first.refresh));
      await world.advance(7200);
      expectGranted(await world.refresh(second.refresh), 'a refresh token of a refresh, 60 days after the first pair');
    },
  }),
];
