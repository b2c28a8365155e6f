import { lifetimes } from '../../../src/service/oauth/token-contract.ts';
import { expect, expectGranted, property, type Rule, rulesOf, show } from '../rule.ts';
import { pairOf, type World } from '../world.ts';

const section = 'Token pair';

const rule = rulesOf<World>({ section, buildsOn: ['token.code-exchange', 'token.refresh'] });

/** The answers of both grants: a refresh, and where codes come at will an exchange. */
async function pairs(world: World): Promise<readonly (readonly [grant: string, body: unknown])[]> {
  if (world.target.connectUrl === undefined) {
    return [['refresh_token', (await world.refresh((await world.pair()).refresh)).json]];
  }
  const exchanged = await world.exchange(await world.connect());
  const refreshed = await world.refresh(pairOf(exchanged).refresh);
  return [
    ['authorization_code', exchanged.json],
    ['refresh_token', refreshed.json],
  ];
}

function field(name: string, title: string, holds: (value: unknown) => boolean, secret: boolean): Rule {
  return rule(`pair.${name.replaceAll('_', '-')}`, {
    document: title,
    check: async (world) => {
      for (const [grant, body] of await pairs(world)) {
        const value = property(body, name);
        expect(holds(value), `${name} of the ${grant} grant is ${secret ? typeof value : show(value)}`);
      }
    },
  });
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

export const tokenPairRules: readonly Rule[] = [
  rule('token.code-exchange', {
    document: 'A code from Connect is exchanged for a token pair',
    section: 'Endpoints 1',
    needs: ['connect'],
    buildsOn: [],
    check: async (world) => expectGranted(await world.exchange(await world.connect()), 'the exchange of a code'),
  }),
  rule('token.refresh', {
    document: 'A refresh token is exchanged for a token pair',
    section: 'Endpoints 2',
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      const { refresh } = await world.pair();
      expectGranted(await world.refresh(refresh), 'the use of a refresh token');
    },
  }),
  field('access_token', 'access_token is a string', isText, true),
  field('token_type', 'token_type is always Bearer', (value) => value === 'Bearer', false),
  field('expires_in', 'expires_in is always the integer 7200', (value) => value === lifetimes.accessToken, false),
  field('refresh_token', 'refresh_token is a string', isText, true),
  rule('token.new-pair', {
    document: 'A refresh issues a new access token and a new refresh token',
    section: 'States and transitions',
    buildsOn: ['token.refresh', 'pair.access-token', 'pair.refresh-token'],
    check: async (world) => {
      const first = await world.pair();
      const second = pairOf(await world.refresh(first.refresh));
      expect(second.access !== first.access, 'the access token is the same as before');
      expect(second.refresh !== first.refresh, 'the refresh token is the same as before');
    },
  }),
];
