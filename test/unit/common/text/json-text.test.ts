import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentedJson, sortedJson } from '../../../../src/common/text/json-text.ts';

describe('sortedJson', () => {
  it('has the members by name and says the same, whatever order they came in', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(JSON.parse(sortedJson(text)), JSON.parse(text));
        const turned = JSON.stringify(value, (_, each: unknown) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? Object.fromEntries(Object.entries(each).toReversed())
            : each,
        );
        assert.equal(sortedJson(turned), sortedJson(text));
      }),
    );
  });

  it('keeps lists, numbers and members of one name as they came', () => {
    const text = ' {"b":[2,1,{"d":1.0,"c":12345678901234567890}], "a":{}, "b":[]}';
    assert.equal(sortedJson(text), '{"a":{},"b":[2,1,{"c":12345678901234567890,"d":1.0}],"b":[]}');
    assert.equal(sortedJson('[]'), '[]');
    assert.equal(sortedJson(' "x" '), '"x"');
  });
});

describe('indentedJson', () => {
  it('lays out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        assert.equal(indentedJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
      }),
    );
  });

  it('asks for each text and number that is a value, with the name of its member, and leaves the rest to the letter', () => {
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
      ['g', '1.0'],
      ['h', 'i'],
    ]);
    assert.equal(shown.replaceAll(/\s/g, ''), text.replace('"i"', String.raw`"\"…"`));
    const mask = (value: string, name?: string) => (name === 'a' ? '…' : value);
    const within = '{"a":["b",{"c":1,"d":[]},null],"e":[{"a":-1}],"f":{"g":"h"},"a":{"a":"b"}}';
    const masked = indentedJson(within, mask, (name) => name === 'a').replaceAll(/\s/g, '');
    assert.equal(masked, '{"a":["…",{"c":"…","d":[]},null],"e":[{"a":"…"}],"f":{"g":"h"},"a":{"a":"…"}}');
    assert.equal(
      indentedJson('"alone"', () => 'x'),
      '"x"',
    );
  });
});
