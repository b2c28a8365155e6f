import assert from 'node:assert/strict';
import { checkScenario } from '../../../../src/sandbox/scenario.ts';
import { defaultVariants, readVariants, valuesOf, variantNames } from '../../../../src/sandbox/v3/variants.ts';
import {
  capacityBody,
  chargeRecordsBody,
  apiErrors,
  oneSignal,
  type Signal,
  signalList,
} from '../../../../src/service/v3/contract.ts';
import { readConnectRedirect } from '../../../../src/service/oauth/connect-url.ts';
import { noon } from '../client.ts';
import { Version3Client } from './client.ts';

/** Older, newer, and each switch turned by itself. */
const matrix = [
  'older',
  'newer',
  ...variantNames.flatMap((name) => [
    ...valuesOf(name)
      .slice(1)
      .map((value) => `older,${name}=${value}`),
    `newer,${name}=${valuesOf(name)[0] ?? ''}`,
  ]),
];

/** What any client has to find, whichever form it comes in. */
async function script(client: Version3Client) {
  const one = async (code: string, vehicle: number): Promise<Signal> => {
    const read = oneSignal.parse(await (await client.signal(code, vehicle)).json());
    return ('data' in read ? read.data : read) as Signal;
  };
  const list = signalList.parse(await (await client.signals(0, '?page[size]=2&page[number]=2')).json());
  const charges = chargeRecordsBody.parse((await one('charge-chargerecords', 0)).attributes.body).values;
  const undetermined = (await one('tractionbattery-nominalcapacity', 1)).attributes;
  const { errors } = apiErrors.parse(await (await client.get('/connections/none')).json());
  const connect = client.client.connectUrl({ response_type: 'none' });
  const redirect = (await fetch(connect, { redirect: 'manual' })).headers.get('Location') ?? '';
  const time = list.data[0]?.meta?.retrievedAt;
  return {
    owner: readConnectRedirect(new URL(redirect), ['3']),
    refusal: errors.map(({ status, detail }) => ({ status, detail })),
    page: list.meta?.pageNumber ?? list.meta?.page,
    total: list.meta?.totalCount,
    before: typeof (list.links?.previous ?? list.links?.prev),
    time: typeof time === 'string' ? Date.parse(time) : Number(time) * (Number(time) < 1e11 ? 1000 : 1),
    capacity: capacityBody.parse((await one('tractionbattery-nominalcapacity', 0)).attributes.body).capacity,
    undetermined: undetermined.body ? capacityBody.parse(undetermined.body).capacity : undetermined.body,
    charges: charges.map(({ connectorType, chargingType, ...others }) => ({
      ...others,
      fast: ['CCS', 'DC'].includes(connectorType ?? chargingType ?? ''),
    })),
  };
}

describe('Variants of version 3', () => {
  let expected: Awaited<ReturnType<typeof script>> | undefined;
  for (const variant of matrix) {
    it(`tell the same as ${variant}`, async () => {
      const client = await Version3Client.start({ v3Variant: variant });
      try {
        const found = await script(client);
        assert.deepEqual([found.page, found.total, found.time, found.before], [2, 6, noon, 'string']);
        assert.equal(found.owner.kind, 'granted');
        assert.ok(found.charges.length > 5 && found.charges.some(({ fast }) => fast));
        assert.ok(found.undetermined === null || found.undetermined === undefined);
        expected ??= found;
        assert.deepEqual({ ...found, undetermined: null }, { ...expected, undetermined: null });
      } finally {
        await client.close();
      }
    });
  }

  it('send what they say, and nothing of the other form', async () => {
    const forms = {
      older: ['"page":1', '"previous":', '"connectorType":', '"kWhr"', `"retrievedAt":${noon / 1000},`],
      newer: ['"pageNumber":1', '"prev":', '"chargingType":', '"kWh"', '"ingestedAt":"2026-11-21T12:00:00.000Z"'],
    };
    for (const [variant, own] of Object.entries(forms)) {
      const client = await Version3Client.start({ v3Variant: variant });
      try {
        const text = await (await client.signals()).text();
        for (const part of own) assert.ok(text.includes(part), `${variant}: ${part}`);
        for (const part of Object.values(forms).flat()) {
          assert.equal(text.includes(part), own.includes(part), `${variant}: ${part}`);
        }
        const single = (await (await client.signal('charge-ischarging')).json()) as object;
        assert.equal('data' in single, variant === 'newer');
        const undetermined = await (await client.signal('tractionbattery-nominalcapacity', 1)).text();
        assert.equal(undetermined.includes('UNAVAILABLE'), variant === 'newer');
      } finally {
        await client.close();
      }
    }
  });

  it('of one page only are chosen by name, and no set of copies has them', async () => {
    const forms = {
      newer: ['user_id', 'INVALID_PATH', 'INTERNAL', 'SMARTCAR_NOT_CAPABLE'],
      'redirectUser=userId,errors=untyped': ['userId', 'not_found', 'internal_error', 'SMARTCAR_NOT_CAPABLE'],
    };
    for (const [variant, [parameter = '', ...codes]] of Object.entries(forms)) {
      const client = await Version3Client.start({ v3Variant: variant });
      try {
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
      } finally {
        await client.close();
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
      const client = await Version3Client.start(options);
      try {
        assert.equal('data' in ((await (await client.signal('charge-ischarging')).json()) as object), isNewer);
      } finally {
        await client.close();
      }
    }
  });
});
