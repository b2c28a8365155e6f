import { joinedLiterals, type SentText } from '../sent-request.ts';

/** How a shell reads a command. Each text becomes one argument, whatever is in it. */
export interface Shell {
  readonly quote: (text: SentText) => string;
  /** Before a line break that does not end the command. */
  readonly goesOn: string;
}

export type ShellId = 'posix' | 'powershell' | 'cmd';

export const shells: Readonly<Record<ShellId, Shell>> = {
  posix: { quote: quoteForPosix, goesOn: '\\' },
  powershell: { quote: quoteForPowerShell, goesOn: '`' },
  cmd: { quote: quoteForCmd, goesOn: '^' },
};

/** @param path of a shell's program, such as `C:\Windows\System32\cmd.exe` */
export function shellOf(path: string): ShellId {
  const [, name = ''] = /([^\\/]*?)(?:\.exe)?$/i.exec(path) ?? [];
  if (/^(?:powershell|pwsh)/i.test(name)) return 'powershell';
  return /^cmd$/i.test(name) ? 'cmd' : 'posix';
}

/** Also for fish. Only variables stand in double quotes, where some shells would look up `!`. */
function quoteForPosix(text: SentText): string {
  return joinedLiterals(text)
    .map((part) => (typeof part === 'string' ? `'${part.replaceAll("'", `'\\''`)}'` : `"$${part.secret}"`))
    .join('');
}

/** To PowerShell, typographic quotation marks are quotation marks too. */
function quoteForPowerShell(text: SentText): string {
  const parts = text.map((part) => {
    if (typeof part !== 'string') return `\${env:${part.secret}}`;
    return isPlain(text) ? part.replace(/['‘’‚‛]/g, '$&$&') : part.replace(/["“”„$`]/g, '`$&');
  });
  return isPlain(text) ? `'${parts.join('')}'` : `"${parts.join('')}"`;
}

function isPlain(text: SentText): boolean {
  return text.every((part) => typeof part === 'string');
}

/**
 * For the prompt. A percent sign stands with a caret outside the quotation marks: then what follows it begins with one
 * and names no variable. Windows programs want a backslash before a quotation mark that is meant, and any before that twice.
 */
function quoteForCmd(text: SentText): string {
  const parts = text.map((part) => {
    if (typeof part !== 'string') return `%${part.secret}%`;
    return part.replace(/\\+(?=["%])/g, '$&$&').replace(/["%]/g, (mark) => (mark === '%' ? '"^%"' : '"\\^""'));
  });
  return `"${parts.join('').replace(/\\+$/, '$&$&')}"`;
}
