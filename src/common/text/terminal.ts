import { escapedUnit } from './json-text.ts';
import { plainText } from './plain-text.ts';

/**
 * All output of the command-line programs. File names and file contents come from others: a terminal interprets control
 * characters in them, and a build server that shows the log interprets commands.
 */

/** Prints line by line, treating our text and that of others alike; a line keeps its spaces. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${terminalLine(line)}\n`).join(''));
}

/** Prints a value that parses to the same value. Indented output ends with a newline as well. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${terminalJson(value, indent)}\n`);
}

/**
 * Prints to standard error, which a log shows in the same place. A message is never split: it may have a line break in
 * the name of a file.
 */
export function complain(program: string, first: string, ...more: readonly string[]): void {
  for (const line of [`${program}: ${first}`, ...more]) process.stderr.write(`${terminalLine(line)}\n`);
}

/** For programs with much output: stops quietly when `| head` closes the pipe, and reports a full disk. */
export function endWithOutput(program: string): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    complain(program, `can't write the report (${code})`);
    process.exit(2);
  });
}

/** Turns any text into one line that controls neither a terminal nor a build server. */
export function terminalLine(text: string): string {
  const plain = text
    .split(/( +)/)
    .map((part, index) => (index % 2 === 0 ? plainText(part, Infinity) : part))
    .join('');
  return (
    plain
      // Azure Pipelines (`##vso[…]`), GitHub's older form (`##[…]`) and TeamCity recognize commands anywhere in a line.
      .replace(/#(?=#)/g, '# ')
      // GitLab and Travis CI: `section_start:1:…`, `travis_fold:start:…`.
      .replace(/(?<=section_|travis_)(?=(?:start|end|fold|time):)/g, ' ')
      // At the beginning of a line, GitHub (`::error::`) and Buildkite (`--- `, `+++ `, `~~~ `, `^^^ `).
      .replace(/^(\s*)(?::(?=:)|([-+~^])(?=\2\2))/, '$& ')
  );
}

/** JSON that a program reads as the same value, and that a terminal or a build server does not interpret. */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /#(?=#)|(?<=section|travis)_(?=(?:start|end|fold|time):)|(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (found) => found.split('').map(escapedUnit).join(''),
  );
}
