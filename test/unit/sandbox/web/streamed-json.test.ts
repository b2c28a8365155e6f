import assert from 'node:assert/strict';
import { streamedJson } from '../../../../src/sandbox/web/streamed-json.ts';

describe('streamed JSON', () => {
  it('is made as it is read: a reader that stops leaves the rest unmade', async () => {
    let made = 0;
    const endless = (function* () {
      for (;;) yield JSON.stringify({ number: made++ });
    })();
    const body = streamedJson('{"records":[', endless, ']}');
    assert.ok(typeof body !== 'string');
    const reader = body.getReader();
    const first = await reader.read();
    assert.match(new TextDecoder().decode(first.value), /^\{"records":\[\{"number":0\},\{"number":1\}/);
    await reader.cancel();
    assert.ok(made < 20_000);
  });

  it('is JSON for none, one and many, deep inside an answer too', async () => {
    for (const count of [0, 1, 10_000]) {
      const values = Array.from({ length: count }, (_, index) => ({ index }));
      const texts = values.map((value) => JSON.stringify(value));
      const body = streamedJson('{"data":{"values":[', texts, ']},"links":{}}');
      assert.equal(typeof body === 'string', count < 2);
      assert.deepEqual(await new Response(body).json(), { data: { values }, links: {} });
    }
  });
});
