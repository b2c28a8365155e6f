import { joinedLiterals, type SentText } from '../sent-request.ts';

/** How a shell parses a command. Each text becomes exactly one argument, whatever it contains. */
export interface Shell {
  readonly quote: (text: SentText) => string;
  /** Precedes a line break that does not end the command. */
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

/** Works for fish, too. Only variables are in double quotes, where some shells would expand `!`. */
function quoteForPosix(text: SentText): string {
  return joinedLiterals(text)
    .map((part) => (typeof part === 'string' ? `'${part.replaceAll("'", `'\\''`)}'` : `"$${part.secret}"`))
    .join('');
}

/** PowerShell treats typographic quotation marks as quotation marks, too. */
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
 * For the interactive prompt. A percent sign is written outside the quotation marks with a caret before it, so that the
 * text after it starts with a quotation mark and names no variable. Windows programs expect a backslash before a
 * literal quotation mark, and any backslashes before that doubled.
 */
function quoteForCmd(text: SentText): string {
  const parts = text.map((part) => {
    if (typeof part !== 'string') return `%${part.secret}%`;
    return part.replace(/\\+(?=["%])/g, '$&$&').replace(/["%]/g, (mark) => (mark === '%' ? '"^%"' : '"\\^""'));
  });
  return `"${parts.join('').replace(/\\+$/, '$&$&')}"`;
}
