// Answers in an encoding that JSON over HTTP doesn't have: refused, and named by what is wrong with them.
import assert from 'node:assert/strict';
import { environmentAt, vehicleDataOf } from '../unit/service/vehicle-data.ts';
import { closeServers, reply, serve } from '../unit/service/http/loopback.ts';
import { readAll, record } from '../unit/service/records/record-bodies.ts';

const mark = Buffer.of(0xef, 0xbb, 0xbf);
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const joined = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const one = JSON.stringify(record({ location: 'München' }));
const answer = `{"records":[${one},${one}]}`;
const within = (bytes: Buffer) => joined(`{"records":[${one},{"location":"`, bytes, `"},${one}]}`);

const byteOrderMark = /byte order mark/;
const notUtf8 = /is not UTF-8 text/;
const notJson = /not JSON/;

const records: readonly (readonly [what: string, body: Buffer, said: RegExp, kept: number])[] = [
  ['a byte order mark', joined(mark, answer), byteOrderMark, 0],
  ['two byte order marks', joined(mark, mark, answer), byteOrderMark, 0],
  ['a byte order mark and a page', joined(mark, '<html>'), byteOrderMark, 0],
  ['a byte order mark behind a space', joined(' ', mark, answer), notJson, 0],
  ['a byte order mark in front of a record', joined('{"records":[', mark, one, ']}'), notJson, 0],
  ['UTF-16 with its mark', joined(Buffer.of(0xff, 0xfe), utf16le(answer)), notUtf8, 0],
  ['UTF-16 of the other order with its mark', joined(Buffer.of(0xfe, 0xff), utf16be(answer)), notUtf8, 0],
  ['UTF-16 without a mark', utf16le(answer), notUtf8, 0],
  ['UTF-16 without a mark, all in ASCII', utf16le('{"records":[]}'), notJson, 0],
  ['Latin-1', latin1(answer), /Record 1 .*is not UTF-8 text/, 0],
  ['Latin-1 around the records', joined('{"records":[', one, '],"place":"', latin1('ü'), '"}'), notUtf8, 1],
  ['a byte that no UTF-8 has', within(Buffer.of(0xff)), /Record 2 .*is not UTF-8 text/, 1],
  ['a character in too many bytes', within(Buffer.of(0xc0, 0xaf)), /Record 2 .*is not UTF-8 text/, 1],
  ['half of a surrogate pair', within(Buffer.of(0xed, 0xa0, 0x80)), /Record 2 .*is not UTF-8 text/, 1],
  ['the rest of a character', within(Buffer.of(0xbc)), /Record 2 .*is not UTF-8 text/, 1],
  ['the beginning of a character', within(Buffer.of(0xc3)), /Record 2 .*is not UTF-8 text/, 1],
];

describe('an answer', () => {
  afterEach(closeServers);
  const dataOf = async (body: Buffer, status = 200) => vehicleDataOf(environmentAt(await serve(reply(status, body))));

  for (const [what, body, said, kept] of records) {
    it(`with charge records in ${what} is named`, async () => {
      const data = await dataOf(body);
      const { body: stream } = await data.chargeRecords({ vehicleId: '36ab27d0', make: 'bmw' });
      const { values, error } = await readAll(stream);
      assert.match(String(error), said);
      assert.equal(values.length, kept);
    });
  }

  for (const [what, body, said] of [
    ['a byte order mark', joined(mark, '{"capacity":1}'), byteOrderMark],
    ['UTF-16', joined(Buffer.of(0xff, 0xfe), utf16le('{}')), notUtf8],
    ['Latin-1', latin1('{"name":"ü"}'), notUtf8],
  ] as const) {
    it(`in ${what} is named`, async () => {
      const data = await dataOf(body);
      await assert.rejects(data.nominalCapacity('36ab27d0'), said);
    });
  }

  it('that refuses, with a byte order mark, is named too', async () => {
    const data = await dataOf(joined(mark, '{"type":"PERMISSION"}'), 403);
    await assert.rejects(data.nominalCapacity('36ab27d0'), byteOrderMark);
  });

  it('with a byte order mark in a text is taken as it is', async () => {
    const data = await dataOf(joined('{"records":[{"location":"', mark, '"}]}'));
    const { body } = await data.chargeRecords({ vehicleId: '36ab27d0', make: 'bmw' });
    assert.deepEqual((await readAll(body)).values, [{ location: '\ufeff' }]);
  });
});
