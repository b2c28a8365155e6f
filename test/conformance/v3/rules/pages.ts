import type { Answer } from '../../http.ts';
import { expect, property, type Rule, rulesOf, show, Skipped } from '../../rule.ts';
import { idsOf, listOf, partOf } from '../resources.ts';
import type { World3 } from '../world.ts';
import { listed } from './connections.ts';

const buildsOn = ['v3.connections.list'];

const rule = rulesOf<World3>({ section: 'Connections', buildsOn });

/** The page that a link leads to. Its query is asked for at the address of before: a token is for no other host. */
async function follow(world: World3, answer: Answer, ...names: readonly string[]): Promise<Answer> {
  const link = names.map((name) => partOf(answer.json, 'links', name)).find((each) => each !== undefined);
  expect(typeof link === 'string', `${names.join(' or ')} is ${show(link)}`);
  return world.call(`/connections${new URL(link, world.target.baseUrl).search}`);
}

/** Pages of a list, told by the connections. */
export const pageRules: readonly Rule<World3>[] = [
  rule('v3.connections.page-size', {
    reported: 'Pages have 10 connections, unless page[size] says otherwise',
    check: async (world) => {
      const all = listOf(await listed(world, { 'page[size]': 100 }));
      const page = listOf(await listed(world, {}));
      expect(page.length === Math.min(10, all.length), `${page.length} of ${all.length} connections on a page`);
      if (all.length <= 10) throw new Skipped(`needs more than 10 connected vehicles, there are ${all.length}`);
    },
  }),
  rule('v3.list.pages', {
    reported: 'page[size] and page[number], from 1, choose a part of the list',
    check: async (world) => {
      const four = idsOf(await listed(world, { 'page[size]': 4 }));
      if (four.length < 4) throw new Skipped(`needs 4 connected vehicles, there are ${four.length}`);
      const first = idsOf(await listed(world, { 'page[size]': 2, 'page[number]': 1 }));
      const second = idsOf(await listed(world, { 'page[size]': 2, 'page[number]': 2 }));
      expect(first.length === 2 && second.length === 2, `page[size]=2 brings ${first.length} and ${second.length}`);
      expect([...first, ...second].join() === four.join(), 'two pages of 2 are not the first 4');
    },
  }),
  rule('v3.list.meta', {
    reported: 'The meta of a list has page or pageNumber, pageSize and totalCount',
    buildsOn: ['v3.list.pages'],
    check: async (world) => {
      const all = idsOf(await listed(world, { 'page[size]': 100 }));
      const meta = property((await listed(world, { 'page[size]': 2, 'page[number]': 2 })).json, 'meta');
      const number = property(meta, 'page') ?? property(meta, 'pageNumber');
      const [size, total] = [property(meta, 'pageSize'), property(meta, 'totalCount')];
      expect(number === 2, `the number of page 2 is ${show(number)}`);
      expect(size === 2, `pageSize is ${show(size)} with page[size]=2`);
      expect(all.length === 100 || total === all.length, `totalCount is ${show(total)} of ${all.length}`);
    },
  }),
  rule('v3.list.links', {
    reported: 'The links of a list lead to the page after (next) and to the one before (previous or prev)',
    buildsOn: ['v3.list.pages'],
    check: async (world) => {
      const first = await listed(world, { 'page[size]': 5 });
      if (idsOf(first).length < 5) throw new Skipped(`needs 5 connected vehicles, there are ${idsOf(first).length}`);
      const next = await follow(world, first, 'next');
      expect(idsOf(next).length > 0, 'next leads to an empty page');
      expect(!idsOf(next).some((id) => idsOf(first).includes(id)), 'next leads to the same connections');
      const back = await follow(world, next, 'previous', 'prev');
      expect(idsOf(back).join() === idsOf(first).join(), 'the page before the second is not the first');
    },
  }),
];
