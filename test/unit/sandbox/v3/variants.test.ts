import assert from 'node:assert/strict';
import { checkScenario } from '../../../../src/sandbox/scenario.ts';
import { defaultVariants, readVariants } from '../../../../src/sandbox/v3/variants.ts';
import { apiErrors } from '../../../../src/service/v3/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { closedAfterEach, noon } from '../client.ts';
import { Version3Client } from './client.ts';

describe('Variants of version 3', () => {
  const start = closedAfterEach((options: SandboxOptions) => Version3Client.start(options));

  it('send what they say, and nothing of the other form', async () => {
    const forms = {
      older: ['"page":1', '"previous":', '"connectorType":', '"kWhr"', `"retrievedAt":${noon / 1000},`],
      newer: ['"pageNumber":1', '"prev":', '"chargingType":', '"kWh"', '"ingestedAt":"2026-11-21T12:00:00.000Z"'],
    };
    for (const [variant, own] of Object.entries(forms)) {
      const client = await start({ v3Variant: variant });
      const text = await (await client.signals()).text();
      for (const part of own) assert.ok(text.includes(part), `${variant}: ${part}`);
      for (const part of Object.values(forms).flat()) {
        assert.equal(text.includes(part), own.includes(part), `${variant}: ${part}`);
      }
      const single = (await (await client.signal('charge-ischarging')).json()) as object;
      assert.equal('data' in single, variant === 'newer');
      const undetermined = await (await client.signal('tractionbattery-nominalcapacity', 1)).text();
      assert.equal(undetermined.includes('UNAVAILABLE'), variant === 'newer');
    }
  });

  it('of one page only are chosen by name, and no set of copies has them', async () => {
    const forms = {
      newer: ['user_id', 'INVALID_PATH', 'INTERNAL', 'SMARTCAR_NOT_CAPABLE'],
      'redirectUser=userId,errors=untyped': ['userId', 'not_found', 'internal_error', 'SMARTCAR_NOT_CAPABLE'],
    };
    for (const [variant, [parameter = '', ...codes]] of Object.entries(forms)) {
      const client = await start({ v3Variant: variant });
      const connect = client.client.connectUrl({ response_type: 'none' });
      const location = (await fetch(connect, { redirect: 'manual' })).headers.get('Location') ?? '';
      assert.deepEqual([...new URL(location).searchParams.keys()], [parameter]);
      client.client.sandbox.faults.add({ operation: 'connections', error: { type: 'SERVER' } });
      const answers = [
        await client.get('/nothing'),
        await client.get('/connections'),
        await client.send('POST', '/vehicles/1/commands/charge/start'),
      ];
      for (const [index, answer] of answers.entries()) {
        const [error] = apiErrors.parse(await answer.json()).errors;
        const isTyped = codes[index]?.toUpperCase() === codes[index];
        assert.deepEqual(
          [error?.code, error?.type !== undefined, error?.meta !== undefined],
          [codes[index], isTyped, isTyped],
        );
      }
    }
  });

  it('are read from left to right, and refused with what there is', () => {
    assert.deepEqual(readVariants('older'), defaultVariants);
    assert.deepEqual(readVariants('newer, timestamps=seconds'), { ...readVariants('newer'), timestamps: 'seconds' });
    assert.deepEqual(readVariants('timestamps=iso,older'), defaultVariants);
    for (const text of [
      '',
      'newest',
      'timestamps',
      'timestamps=',
      'timestamps=ISO',
      'older=1',
      '__proto__',
      'older,',
    ]) {
      assert.throws(
        () => readVariants(text),
        /must be older, newer, documented-events, .* or NAME=VALUE.*timestamps: seconds/,
        text,
      );
    }
  });

  it('may stand in a scenario, and the option goes first', async () => {
    assert.throws(() => checkScenario({ v3Variant: 'newest' }), /v3Variant.*must be older/);
    const scenario = { v3Variant: 'newer' };
    for (const [options, isNewer] of [
      [{ scenario }, true],
      [{ scenario, v3Variant: 'older' }, false],
    ] as const) {
      const client = await start(options);
      assert.equal('data' in ((await (await client.signal('charge-ischarging')).json()) as object), isNewer);
    }
  });
});
