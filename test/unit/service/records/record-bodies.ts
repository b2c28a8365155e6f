import { type RecordBatch, readRecords } from '../../../../src/service/records/record-stream.ts';

/** A record that keeps to the contract, with some fields changed. */
export function record(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    chargeStart: '2026-11-01T18:00:00Z',
    chargeEnd: '2026-11-01T20:30:00Z',
    location: 'Cockfosters Road, Barnet',
    energy: 34.5,
    isPublic: true,
    startPercentRemaining: 0.25,
    endPercentRemaining: 0.75,
    chargingType: 'DC',
    ...changes,
  };
}

/** A body that arrives in pieces cut at the given places. */
export async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let index = 1; index < places.length; index += 1) {
    await Promise.resolve();
    yield bytes.subarray(places[index - 1], places[index]);
  }
}

export function bodyOf(text: string, cuts: readonly number[] = []): AsyncGenerator<Uint8Array, void> {
  return inPieces(new TextEncoder().encode(text), cuts);
}

export interface Outcome {
  readonly batches: readonly RecordBatch[];
  readonly values: readonly unknown[];
  readonly error: unknown;
}

/** Reads a body to its end, whatever that is. */
export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Outcome> {
  const batches: RecordBatch[] = [];
  let error: unknown;
  try {
    for await (const batch of readRecords(body)) batches.push(batch);
  } catch (thrown) {
    error = thrown;
  }
  return { batches, values: batches.flatMap(({ values }) => values), error };
}
