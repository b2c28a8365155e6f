import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentedJson } from '../../../src/common/json-text.ts';

describe('indentedJson', () => {
  it('lays out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        assert.equal(indentedJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
      }),
    );
  });

  it('asks for each text that is a value, with the name of its member, and leaves the rest to the letter', () => {
    const asked: unknown[] = [];
    const text = String.raw`{"\u0061":"\u0062","c":["d",{"e":"f"}],"g":1.0,"h":"i"}`;
    const shown = indentedJson(text, (value, name) => {
      asked.push([name, value]);
      return value === 'i' ? '"…' : value;
    });
    assert.deepEqual(asked, [
      ['a', 'b'],
      [undefined, 'd'],
      ['e', 'f'],
      ['h', 'i'],
    ]);
    assert.equal(shown.replaceAll(/\s/g, ''), text.replace('"i"', String.raw`"\"…"`));
    assert.equal(
      indentedJson('"alone"', () => 'x'),
      '"x"',
    );
  });
});
