import assert from 'node:assert/strict';
import { packBatch } from '../../../../src/records/load/pack-batch.ts';
import { type Posted, toWebview } from '../../../../src/records/protocol/messages.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';
import { incoming, savedState } from '../../../../src/webview/page/incoming.ts';
import { unpackBatch } from '../../../../src/webview/data/unpack-batch.ts';
import { record } from '../../service/records/record-bodies.ts';
import { strings } from '../words.ts';

const target = { sessionId: 's', vehicle: { id: 'v', make: 'BMW', model: 'i4', year: 2024 } };
const batch = packBatch(new ColumnWriter().write(checkRecords([record(), record({ energy: 0.1 + 0.2 })], 0)));
const oddNumbers = { ...batch.chargeStart, bits: 33 };
const failure = { message: 'No.', nextStep: 'Wait.', remedy: 'retry' } as const;
/** One of each type. */
const examples: { readonly [Type in Posted['type']]: Extract<Posted, { type: Type }> } = {
  init: { type: 'init', strings, language: 'en', target, energyUnit: 'kWh' },
  settings: { type: 'settings', energyUnit: 'kWh', timeZone: 'utc' },
  capacity: { type: 'capacity', nominal: 80 },
  zone: { type: 'zone', zone: 'Asia/Kolkata' },
  picked: { type: 'picked', pick: 2, item: 0 },
  command: { type: 'command', name: 'copy', row: 3 },
  start: { type: 'start', load: 1 },
  batch: { type: 'batch', load: 1, batch },
  part: { type: 'part', load: 1, vehicle: 1, rows: 0, failure },
  done: { type: 'done', load: 1, rows: 1, receivedAt: 5 },
  failed: { type: 'failed', load: 1, ...failure },
};
const messages: readonly Posted[] = Object.values(examples);

describe('incoming', () => {
  it('takes what the protocol allows', () => {
    for (const message of messages) {
      assert.equal(toWebview.safeParse(message).success, true, message.type);
      const taken = message.type === 'batch' ? { ...message, batch: unpackBatch(batch) } : message;
      assert.deepEqual(incoming(message), taken);
    }
  });

  it('refuses what the protocol refuses: a part that is missing or of another kind', () => {
    for (const message of messages) {
      for (const name of Object.keys(message)) {
        const { [name]: _, ...without } = message as unknown as Record<string, unknown>;
        const odd = { ...message, [name]: Symbol('odd') };
        for (const broken of [without, odd]) {
          if (!toWebview.safeParse(broken).success)
            assert.equal(incoming(broken), undefined, `${message.type} ${name}`);
        }
      }
    }
    for (const nothing of [undefined, null, 'x', {}, { type: 'toString' }, { type: 'gone' }]) {
      assert.equal(incoming(nothing), undefined);
    }
    for (const odd of [{ newLocations: [1] }, { energy: {} }, { energy: new ArrayBuffer(8) }, { energy: oddNumbers }]) {
      assert.equal(incoming({ type: 'batch', load: 1, batch: { ...batch, ...odd } }), undefined);
    }
  });

  it('reads the state that the page saved, and no other', () => {
    const state = { target, view: { zone: 'utc' }, top: 3 };
    assert.equal(savedState(state), state);
    for (const odd of [undefined, {}, { target: {} }, { target, top: -1 }]) assert.equal(savedState(odd), undefined);
  });
});
