import assert from 'node:assert/strict';
import { readReply, withoutSecrets } from '../../../../../src/extension/auth/refresh/helper-protocol.ts';
import type { RequestReport } from '../../../../../src/service/model/request-report.ts';
import { canary } from '../support.ts';

describe('What a window and its refresh helper say to each other', () => {
  const reply = {
    outcome: { kind: 'renewed', generation: 3 },
    requests: [{ status: 200 }],
    log: [{ level: 'warn', message: 'slow' }],
  };

  it('is a reply in one line', () => {
    assert.deepEqual(readReply(JSON.stringify(reply)), reply);
  });

  it('is nothing where it is no JSON, or not whole', () => {
    const { outcome, requests, log } = reply;
    const parts = [null, 7, {}, { outcome: null, requests, log }, { outcome, log }, { outcome, requests, log: 'text' }];
    for (const line of ['', '{"outcome":', ...parts.map((part) => JSON.stringify(part))]) {
      assert.equal(readReply(line), undefined, line);
    }
  });

  it('tells of a request all that the journal shows, and no secret', () => {
    const open: RequestReport = {
      operation: 'refresh-tokens',
      method: 'POST',
      url: 'http://auth.test/oauth/token',
      requestHeaders: { Accept: 'application/json' },
      startedAt: 1,
      durationMs: 2,
      status: 200,
      responseHeaders: { 'sc-request-id': 'x' },
      bytes: 3,
      requestId: 'x',
      failure: undefined,
    };
    for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
      const requestHeaders = { ...open.requestHeaders, [name]: `Basic ${canary}` };
      const told = withoutSecrets({ ...open, requestHeaders, body: `refresh_token=${canary}` } as RequestReport);
      assert.deepEqual(told, open);
    }
  });
});
