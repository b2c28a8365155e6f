import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { Transport } from '../../../../src/service/http/transport.ts';
import type { Decision, RequestReport } from '../../../../src/service/model/request-report.ts';
import { environmentAt, vehicleDataOf } from '../vehicle-data.ts';
import { closeServers, get, recordingTransport, reply, serve } from './loopback.ts';

/** A client with a session, and what it tells of its requests. */
async function tellingClient(listener: RequestListener, nextToken = 'token-2') {
  const baseUrl = await serve(listener);
  const told: (RequestReport | Decision)[] = [];
  const transport = new Transport({
    fetch,
    userAgent: 'test/1',
    onRequest: (report) => told.push(report),
    onDecision: (decision) => told.push(decision),
  });
  const accessToken = (rejected?: string) => Promise.resolve(rejected === undefined ? 'token-1' : nextToken);
  const data = vehicleDataOf(environmentAt(baseUrl), { sessionId: 'session-1', accessToken }, transport);
  const reports = () => told.filter((each) => 'url' in each);
  const decisions = () => told.filter((each) => 'kind' in each);
  return { data, told, reports, decisions };
}

const refuseFirst = (): RequestListener => {
  let asked = 0;
  return (...exchange) => reply(asked++ === 0 ? 401 : 200, { id: 'owner-1' })(...exchange);
};

describe('what is told of a request', () => {
  afterEach(closeServers);

  it('has the beginning of the body, and says where it is cut', async () => {
    const { transport, reports } = recordingTransport();
    await transport.send(get(await serve(reply(200, '{"a":"ö"}'))));
    await transport.send(get(await serve(reply(200, 'ö'.repeat(200_000)))));
    await transport.send(get(await serve(reply(204, ''))));
    const [whole, cut, none] = reports.map(({ responseBody }) => responseBody);
    assert.deepEqual(whole, { text: '{"a":"ö"}', isCut: false });
    assert.deepEqual(cut, { text: 'ö'.repeat(128 * 1024), isCut: true });
    assert.equal(none, undefined);
  });

  it('says that a rejected token was replaced, before the request that follows, as one call', async () => {
    const { data, told } = await tellingClient(refuseFirst());
    await data.user();
    const [first, decision, second] = told;
    assert.ok(first && 'url' in first && decision && 'kind' in decision && second && 'url' in second);
    assert.equal(decision.kind, 'refreshed');
    assert.deepEqual([first.context?.attempt, second.context?.attempt], [1, 2]);
    assert.equal(first.context?.call, second.context?.call);
    assert.equal(decision.call, second.context?.call);
    assert.equal(told.length, 3);
  });

  it('names where the same can be asked again, unless asking changes something', async () => {
    const { data, reports } = await tellingClient(reply(200, { paging: { count: 0, offset: 0 }, vehicles: [] }));
    await data.vehicleIds({ limit: 2, offset: 4 });
    await data.disconnect('36ab27d0-fd9d-4455-823a-ce30af709ffc').catch(() => undefined);
    const [list, disconnect] = reports();
    const source = {
      sessionId: 'session-1',
      operation: 'vehicles',
      version: '2.0',
      path: '/vehicles?limit=2&offset=4',
    } as const;
    assert.deepEqual(list?.context?.repeatable, source);
    assert.equal(disconnect?.context?.repeatable, undefined);
    await data.repeat(source);
    const again = reports().at(-1);
    assert.equal(again?.url, list?.url);
    assert.equal(again?.requestHeaders.authorization, 'Bearer token-1');
    assert.deepEqual(again?.context?.repeatable, source);
  });
});
