import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../../../tools/lib/paths.ts';
import { terminalJson, terminalLine } from '../../../../src/common/text/terminal.ts';

/** What makes a command of a line, by whose log it is. */
const commands: Readonly<Record<string, RegExp>> = {
  'GitHub, Gitea, Forgejo': /^\s*::/,
  'GitHub, the older form': /##\[/,
  'Azure Pipelines': /##(?:vso)?\[/i,
  TeamCity: /##teamcity\[/i,
  GitLab: /section_(?:start|end):\d/,
  'Travis CI': /travis_(?:fold|time):/,
  Buildkite: /^(?:---|\+\+\+|~~~|\^\^\^)/,
  'a terminal, Jenkins': /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
};

const hostile = [
  '##vso[task.setvariable variable=PATH]x.js',
  '##VSO[task.prependpath]/tmp',
  'src/##[error]a.js',
  '###[add-matcher]/tmp/m.json',
  '##\u200bvso[task.logissue]',
  '#\u00ad#[group]',
  "##teamcity[buildStatus status='SUCCESS']",
  '::error file=a.js::b',
  ' \t ::stop-commands::x',
  ':\u200b:set-env name=PATH::/tmp',
  '\u2028::add-mask::a',
  'a.js\n::error::forged',
  'a.js\r\n##[error]forged',
  'section_start:1560896352:my_section\r\u001b[0Ktitle',
  'section_end:1560896352:my_section\r\u001b[0K',
  'travis_fold:start:a',
  '--- forged',
  '+++ forged',
  '~~~ forged',
  '^^^ +++',
  '\u001b[2J\u009b2J\u001b]8;;https://x\u0007link',
  '\u001b[8mha:////4AAAA\u001b[0m',
  'gpj\u202eexe',
];

describe('what the programs of a terminal print', () => {
  for (const text of hostile) {
    it(`is no command for whoever reads the log: ${JSON.stringify(text)}`, () => {
      for (const line of [
        terminalLine(text),
        terminalLine(`    fix: ${text}`),
        ...terminalJson([text], 2).split('\n'),
      ]) {
        for (const [name, command] of Object.entries(commands)) assert.doesNotMatch(line, command, name);
      }
      assert.deepEqual(JSON.parse(terminalJson({ [text]: text }, 2)), { [text]: text });
    });
  }

  it('is none whatever the text, and as JSON the same value', () => {
    const unit = fc.constantFrom(
      ...'#:-+~^[]vso \n\r\t\u001b\u200b\u00a0\u2028\ufeffé速"\\',
      'section_start:1',
      '🚗',
      '\u{e0041}',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit: 'binary' })), (text) => {
        for (const line of [terminalLine(text), ...terminalJson([text], 2).split('\n')]) {
          for (const [name, command] of Object.entries(commands)) assert.doesNotMatch(line, command, name);
        }
        assert.equal(JSON.parse(terminalJson(text)), text);
      }),
      { numRuns: 2_000 },
    );
  });

  for (const [main, ...args] of [
    ['check', '/none\n::error::forged'],
    ['receiver-check', '--explain', '/none\n::error::forged', '--signature', 'ff', '--token', 'x'],
    ['receiver-check', '--none\n::error::forged'],
    ['sandbox', '--scenario', '/none\n::error::forged'],
    ['mcp', '--none\n::error::forged'],
  ] as const) {
    it(`is no line of its own where an argument has a line break: ${main} ${JSON.stringify(args[0])}`, () => {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'src', main, 'main.ts'), ...args]);
      assert.equal(status, 2);
      assert.match(String(stderr), /none ::error::forged/);
      assert.doesNotMatch(String(stderr), /^::/m);
    });
  }

  it('is otherwise to the letter', () => {
    for (const line of [
      '  --format FORMAT      text',
      'src/a  b.ts:1:2: error v2-path: Path.',
      'Foo::bar() # 1',
      'C:\\a\\b.ts',
      '-- a',
      'a --- b',
      'https://vehicle.api.smartcar.com/v3',
    ]) {
      assert.equal(terminalLine(line), line);
    }
    assert.equal(terminalJson({ a: 'é速🚗 # ::' }, 2), JSON.stringify({ a: 'é速🚗 # ::' }, undefined, 2));
  });
});
