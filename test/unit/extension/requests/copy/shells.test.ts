import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import type { SecretName, SentText } from '../../../../../src/extension/requests/sent-request.ts';
import { shells } from '../../../../../src/extension/requests/copy/shells.ts';
import { cmdArguments, powershellArguments } from '../../../../attacks/windows-shells.ts';

const value = "v a'l$HOME";
const variables = new Map<string, string>([['CODE', value] satisfies [SecretName, string], ['CD', 'canary']]);

/** What shells give a meaning to, more often than other characters. */
const literal = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...`'"‘’‚‛“”„\`\\$%^&|<>()!{}~#;* CD:=,@-`),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});
const plain = literal.map((text): SentText => [text]);
const mixed = literal.map((text): SentText => [text.replace(/[%"]/g, ''), { secret: 'CODE' }]);
const texts = fc.array(fc.oneof(plain, mixed), { minLength: 1, maxLength: 4 });

function meant(given: readonly SentText[]): string[] {
  return given.map((text) => text.map((part) => (typeof part === 'string' ? part : value)).join(''));
}

describe('a text quoted for a shell', () => {
  const command = ({ quote, goesOn }: (typeof shells)['cmd'], given: readonly SentText[]) =>
    ['program', ...given.map(quote)].join(` ${goesOn}\n  `);

  it('is one argument in sh', () => {
    for (const given of fc.sample(texts, 30)) {
      const program = command(shells.posix, given).replace('program', String.raw`printf '%s\0'`);
      const printed = execFileSync('sh', ['-c', program], { env: Object.fromEntries(variables) }).toString();
      assert.deepEqual(printed.split('\0').slice(0, -1), meant(given));
    }
  });

  it('is one argument in PowerShell, by its rules', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const [, ...found] = powershellArguments(command(shells.powershell, given), variables, 'as a list');
        assert.deepEqual(found, meant(given));
      }),
    );
  });

  it('is one argument at the prompt of cmd, by its rules', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('stays', 'only its first % stays'), (given, unknown) => {
        const [, ...found] = cmdArguments(command(shells.cmd, given), variables, unknown);
        assert.deepEqual(found, meant(given));
      }),
    );
  });
});
