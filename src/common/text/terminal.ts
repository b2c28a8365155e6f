import { plainText } from './plain-text.ts';

/**
 * All that the programs of a terminal print. Names of files, and what stands in them, come from others: a terminal takes
 * controls in them for its own, and a build server whose log it is takes commands.
 */

/** Line by line, ours and others' text alike; a line keeps its blanks. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${terminalLine(line)}\n`).join(''));
}

/** The same value, whoever reads it. Where it is indented, it ends with its line as well. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${terminalJson(value, indent)}\n`);
}

/** On standard error, which a log has in the same place. */
export function complain(program: string, message: string): void {
  const [first = '', ...more] = message.split('\n');
  for (const line of [`${program}: ${first}`, ...more]) process.stderr.write(`${terminalLine(line)}\n`);
}

/** For who prints much: `| head` has seen enough, and a full disk is said. */
export function endWithOutput(program: string): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    complain(program, `can't write the report (${code})`);
    process.exit(2);
  });
}

/** One line, whatever is in it, that steers nothing. */
export function terminalLine(text: string): string {
  const plain = text
    .split(/( +)/)
    .map((part, index) => (index % 2 === 0 ? plainText(part, Infinity) : part))
    .join('');
  return (
    plain
      // Azure Pipelines (`##vso[…]`), GitHub's older form (`##[…]`) and TeamCity take them anywhere in a line.
      .replace(/#(?=#)/g, '# ')
      // GitLab and Travis CI: `section_start:1:…`, `travis_fold:start:…`.
      .replace(/(?<=section_|travis_)(?=(?:start|end|fold|time):)/g, ' ')
      // At the beginning of a line, GitHub (`::error::`) and Buildkite (`--- `, `+++ `, `~~~ `, `^^^ `).
      .replace(/^(\s*)(?::(?=:)|([-+~^])(?=\2\2))/, '$& ')
  );
}

/** JSON that means the same to a program, and nothing to a terminal or a build server. */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /#(?=#)|(?<=section|travis)_(?=(?:start|end|fold|time):)|(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (found) => [...new Array(found.length).keys()].map((at) => escaped(found.charCodeAt(at))).join(''),
  );
}

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;
