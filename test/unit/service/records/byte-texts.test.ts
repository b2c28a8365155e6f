import assert from 'node:assert/strict';
import { ByteTexts } from '../../../../src/service/records/byte-texts.ts';

/** Counts how often a text was decoded. */
function counted(): { texts: ByteTexts; code: (text: string, hash?: number) => number; asked: string[] } {
  const asked: string[] = [];
  const texts = new ByteTexts((text) => asked.push(text));
  const code = (text: string, hash = 0) => {
    const bytes = Buffer.from(`"${text}"`);
    return texts.codeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 1, bytes.length - 1, hash);
  };
  return { texts, code, asked };
}

describe('ByteTexts', () => {
  it('asks once for a text, and tells texts apart though their hash is the same', () => {
    const { code, asked } = counted();
    const all = ['Köln', 'Köl', 'Kölna', '', 'Bonn'];
    const codes = all.map((text) => code(text));
    assert.deepEqual(asked, all);
    assert.deepEqual(
      all.map((text) => code(text)),
      codes,
    );
    assert.deepEqual(asked, all);
  });

  it('asks for a long text again, and takes none for its beginning', () => {
    const { code, asked } = counted();
    const long = 'x'.repeat(0x10000 + 5);
    for (const text of [long, 'xxxxx', long]) code(text);
    assert.deepEqual(
      asked.map(({ length }) => length),
      [long.length, 5, long.length],
    );
  });

  it('goes on asking when it holds as many as it has room for', () => {
    const { code, asked } = counted();
    const mix = (index: number) => Math.imul(index, 0x9e3779b1);
    for (let index = 0; index < 40_000; index += 1) code(`Place ${index}`, mix(index));
    assert.equal(asked.length, 40_000);
    assert.equal(code('Place 17', mix(17)), 18);
    assert.equal(asked.length, 40_000);
    assert.equal(code('Place 39999', mix(39_999)), 40_001);
  });

  it('gives no code to bytes that are no UTF-8', () => {
    const { texts, asked } = counted();
    assert.equal(texts.codeOf(new DataView(Uint8Array.from([0xc3, 0x28]).buffer), 0, 2, 1), 0);
    assert.deepEqual(asked, []);
  });
});
