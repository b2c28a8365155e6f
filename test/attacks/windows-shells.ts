// How Windows shells and programs read a command line. Neither shell is on this machine: these follow their documented
// rules step by step, and throw on everything that would be more than one command.

/** How cmd treats `%name%` at its prompt where there is no such variable: reports differ, so texts must bear both. */
export type Undefined = 'stays' | 'only its first % stays';

/** The arguments that a program of Windows gets for a command at the prompt of cmd. */
export function cmdArguments(command: string, variables: ReadonlyMap<string, string>, undefined_: Undefined): string[] {
  const lines = command.split('\n').map((line) => expandPercents(line, variables, undefined_));
  return programArguments(unescapeCarets(lines.join('\n')));
}

/** First step: variables, line by line, whatever quotation marks or carets are around them. */
function expandPercents(line: string, variables: ReadonlyMap<string, string>, undefined_: Undefined): string {
  let expanded = '';
  for (let at = 0; at < line.length;) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    // `%NAME:~0,3%` and `%NAME:a=b%` are that variable too.
    const [name = ''] = end < 0 ? [] : line.slice(at + 1, end).split(':');
    const value = variables.get(name.toUpperCase());
    if (end >= 0 && value !== undefined) {
      expanded += value;
      at = end + 1;
    } else {
      const stop = end >= 0 && undefined_ === 'stays' ? end + 1 : at + 1;
      expanded += line.slice(at, stop);
      at = stop;
    }
  }
  return expanded;
}

/** Second step: carets outside quotation marks, and what would end the command there. */
function unescapeCarets(line: string): string {
  let text = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\n') throw new Error(`a second command: ${line.slice(at)}`);
    if (character === '"') {
      isQuoted = !isQuoted;
      text += character;
    } else if (character === '^' && !isQuoted) {
      // A caret at the end of a line takes the break away and makes the next character plain.
      at += line[at + 1] === '\n' ? 2 : 1;
      text += line[at] ?? '';
    } else if (/[&|<>()]/.test(character) && !isQuoted) {
      throw new Error(`not quoted: ${line.slice(at)}`);
    } else {
      text += character;
    }
  }
  return text;
}

/**
 * How programs of Windows split what they are started with (Microsoft, "Parsing C command-line arguments"); throws for
 * two quotation marks in a row within others, after which older runtimes and CommandLineToArgvW don't agree with it.
 */
function programArguments(line: string): string[] {
  const found: string[] = [];
  let argument: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length;) {
    const [backslashes = ''] = /^\\*/.exec(line.slice(at)) ?? [];
    const next = line[at + backslashes.length];
    if (backslashes !== '') {
      const pairs = backslashes.slice(0, Math.floor(backslashes.length / 2));
      const isEscaped = next === '"' && backslashes.length % 2 === 1;
      argument = (argument ?? '') + (next === '"' ? pairs + (isEscaped ? '"' : '') : backslashes);
      at += backslashes.length + (isEscaped ? 1 : 0);
    } else if (next === '"') {
      argument ??= '';
      if (isQuoted && line[at + 1] === '"') throw new Error(`read in two ways: ${line.slice(at)}`);
      isQuoted = !isQuoted;
      at += 1;
    } else if ((next === ' ' || next === '\t') && !isQuoted) {
      if (argument !== undefined) found.push(argument);
      argument = undefined;
      at += 1;
    } else {
      argument = (argument ?? '') + (next ?? '');
      at += 1;
    }
  }
  return argument === undefined ? found : [...found, argument];
}

/** How PowerShell gives arguments to programs: before version 7.3 as one line that it does not escape. */
export type Passing = 'as a list' | 'as a line';

/** The arguments that a program of Windows gets for a command in PowerShell. */
export function powershellArguments(
  command: string,
  variables: ReadonlyMap<string, string>,
  passing: Passing,
): string[] {
  const started = /^Start-Process (\S+) -NoNewWindow -Wait -ArgumentList \(([^]*)\)$/.exec(command);
  // It joins what it is given by blanks, and adds no quotation marks.
  if (started) return programArguments([started[1], ...powershellWords(started[2] ?? '', variables)].join(' '));
  const words = powershellWords(command, variables);
  if (words.some((word) => word.includes('"'))) throw new Error('versions disagree on quotation marks');
  if (passing === 'as a list') return words;
  return programArguments(words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' '));
}

const singleQuotes = "'‘’‚‛";
const doubleQuotes = '"“”„';

function powershellWords(command: string, variables: ReadonlyMap<string, string>): string[] {
  const words: string[] = [];
  let at = 0;
  const isOneOf = (set: string, index: number) => index < command.length && set.includes(command[index] ?? '');

  const singleQuoted = (): string => {
    let text = '';
    for (at += 1; ; at += 1) {
      if (at >= command.length) throw new Error('a quotation mark is open');
      if (!isOneOf(singleQuotes, at)) text += command[at];
      else if (isOneOf(singleQuotes, at + 1)) text += command[(at += 1)];
      else break;
    }
    at += 1;
    return text;
  };

  const doubleQuoted = (): string => {
    let text = '';
    for (at += 1; !isOneOf(doubleQuotes, at); at += 1) {
      if (at >= command.length) throw new Error('a quotation mark is open');
      if (command[at] === '`') {
        text += command[(at += 1)];
      } else if (command[at] === '$') {
        const [whole, name = ''] = /^\$\{env:(\w+)\}/.exec(command.slice(at)) ?? [];
        if (whole === undefined) throw new Error(`evaluated: ${command.slice(at)}`);
        text += variables.get(name) ?? '';
        at += whole.length - 1;
      } else {
        text += command[at];
      }
    }
    at += 1;
    return text;
  };

  while (at < command.length) {
    const [space] = /^(?: |`\n|,?\n)+/.exec(command.slice(at)) ?? [];
    if (space !== undefined) {
      at += space.length;
    } else if (isOneOf(singleQuotes, at)) {
      words.push(singleQuoted());
    } else if (isOneOf(doubleQuotes, at)) {
      words.push(doubleQuoted());
    } else {
      const [word] = /^[\w.-]+/.exec(command.slice(at)) ?? [];
      if (word === undefined) throw new Error(`not quoted: ${command.slice(at)}`);
      words.push(word);
      at += word.length;
    }
  }
  return words;
}
