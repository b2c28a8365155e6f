import assert from 'node:assert/strict';
import type { Language } from '../../../src/check/source/languages.ts';
import { lex } from '../../../src/check/source/lexer.ts';

/** The text with one letter for what each character stands in: code, a string, a comment. */
const kinds = (text: string, language: Language) => [...lex(text, language)].map((kind) => 'cs#'[kind]).join('');

describe('strings and comments', () => {
  for (const [language, text, expected] of [
    ['javascript', `a // 'b'`, 'cc######'],
    ['javascript', `'//' /* " */ b`, 'ssssc#######cc'],
    ['javascript', '`a${b(`}`)}c`d', 'sssssssssssssc'],
    ['javascript', `"a\\"b" c`, 'sssssscc'],
    ['javascript', `x = /'/ + 'a'`, 'ccccccccccsss'],
    ['javascript', `a / b / 'c'`, 'ccccccccsss'],
    ['javascript', `it's\n// b`, 'ccssc####'],
    ['python', `a = '''b\n"c" # d''' # e`, 'ccccsssssssssssssssc###'],
    ['ruby', `"#{a}" # b`, 'ssssssc###'],
    ['go', '`a\n// b` // c', 'ssssssssc####'],
    ['kotlin', `"""a " b""" // c`, 'sssssssssssc####'],
    ['php', `'a' # b\n#[c] // d`, 'sssc###cccccc####'],
    ['shell', 'a#b $# # c', 'ccccccc###'],
    ['json', '{"a": "// b"}', 'ccccccccccccc'],
    ['env', 'A=b#c # d', 'cccccc###'],
    ['rust', `a: &'a str = "b" // c`, 'cccccccccccccsssc####'],
    ['swift', `"\\(a)" // b`, 'ssssssc####'],
    ['lua', `a --[[ b\n]] "c" -- d`, 'cc#########csssc####'],
    ['fsharp', `(* "a" *) "b"`, '#########csss'],
    ['basic', `a = "b" ' c`, 'ccccsssc###'],
    ['perl', `$# # a`, 'ccc###'],
    ['elixir', `@doc "a"\n"b"`, 'ccccc###csss'],
    ['text', `a = "b"\n  # c`, 'cccccccccc###'],
  ] as const) {
    it(`are told apart in ${language}: ${JSON.stringify(text)}`, () => {
      assert.equal(kinds(text, language), expected);
    });
  }

  it("are read to the end whatever is open, and Python's documentation is a comment", () => {
    for (const text of ['`a${', '/* a', '"""a', "'a", '`${`${`'])
      for (const language of ['javascript', 'python', 'java'] as const)
        assert.equal(lex(text, language).length, text.length);
    assert.equal(kinds('def f():\n  """a"""\n', 'python'), 'ccccccccccc#######c');
  });
});
