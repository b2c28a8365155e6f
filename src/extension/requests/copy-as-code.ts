import { t } from '../../common/translate.ts';
import {
  formText,
  joinedLiterals,
  type SecretName,
  type SentRequest,
  type SentText,
  shownText,
} from './sent-request.ts';

/** The formats in which a request can be copied. */
const languages = [
  { id: 'posix', label: 'curl (POSIX)' },
  { id: 'powershell', label: 'curl (PowerShell)' },
  { id: 'cmd', label: 'curl (cmd)' },
  { id: 'javascript', label: 'JavaScript (fetch)' },
  { id: 'python', label: 'Python (requests)' },
  { id: 'http', label: '.http (REST Client, JetBrains)' },
] as const;

export type Language = (typeof languages)[number];

/** @param shell path of the default terminal's shell; its language comes first */
export function languagesFor(shell: string): readonly Language[] {
  const first = shellOf(shell);
  return languages.toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
}

/** How long a command may be, in characters, with some left for the values of secrets. */
const longest: Readonly<Partial<Record<Language['id'], number>>> = { cmd: 8000, powershell: 32_000 };

/** Whether the language can express the request: for cmd, a line break ends a command, whatever is around it. */
export function canExpress(language: Language['id'], request: SentRequest): boolean {
  if (language === 'cmd' && /[\n\r]/.test(shownText(formText(request.requestBody ?? [])))) return false;
  return snippet(request, language).length <= (longest[language] ?? Infinity);
}

/**
 * A program that sends the request byte for byte. Each secret is read from an environment variable: `ACCESS_TOKEN`,
 * `CLIENT_CREDENTIALS` (base64 of client ID, colon, secret), `CLIENT_SECRET`, `REFRESH_TOKEN`, `CODE`.
 */
export function snippet(request: SentRequest, language: Language['id'], platform: string = process.platform): string {
  switch (language) {
    case 'posix':
    case 'cmd':
      return curlCommand(request, language, 'curl');
    case 'powershell':
      // In Windows PowerShell, `curl` without `.exe` is an alias for another command.
      return curlCommand(request, language, platform === 'win32' ? 'curl.exe' : 'curl');
    case 'javascript':
      return javascriptProgram(request);
    case 'python':
      return pythonProgram(request);
    case 'http':
      return httpFile(request);
  }
}

/** A request as a curl command, with one argument per line. */
function curlCommand(request: SentRequest, shell: ShellId, program: string): string {
  const { method, origin, path, requestHeaders, requestBody } = request;
  const { quote, goesOn } = shells[shell];
  const words: readonly (readonly [option: string, text?: SentText])[] = [
    ['', [origin, ...path]],
    ...(method === (requestBody ? 'POST' : 'GET') ? [] : [[`--request ${method}`] as const]),
    ...Object.entries(requestHeaders).map(([name, value]) => ['--header ', [`${name}: `, ...value]] as const),
    ...(requestBody ?? []).map(dataArgument),
  ];
  if (shell === 'powershell' && words.some(([, text = []]) => shownText(text).includes('"'))) {
    const line = words.map(([option, text]) => quote([option, ...(text ? quoteForWindows(text) : [])]));
    return `Start-Process ${program} -NoNewWindow -Wait -ArgumentList (\n  ${line.join(',\n  ')})`;
  }
  const line = words.map(([option, text]) => option + (text ? quote(text) : ''));
  return `${program} ${line.join(` ${goesOn}\n  `)}`;
}

/** curl encodes what follows the first `=`, and joins the fields with `&`. */
function dataArgument(field: SentText): readonly [option: string, text: SentText] {
  if (field.every((part) => typeof part === 'string')) return ['--data-raw ', field];
  return ['--data-urlencode ', shownText(field).includes('=') ? field : ['=', ...field]];
}

/** How a shell parses a command. Each text becomes exactly one argument, whatever it contains. */
interface Shell {
  readonly quote: (text: SentText) => string;
  /** Precedes a line break that does not end the command. */
  readonly goesOn: string;
}

type ShellId = 'posix' | 'powershell' | 'cmd';

const shells: Readonly<Record<ShellId, Shell>> = {
  posix: { quote: quoteForPosix, goesOn: '\\' },
  powershell: { quote: quoteForPowerShell, goesOn: '`' },
  cmd: { quote: quoteForCmd, goesOn: '^' },
};

/** @param path of a shell's program, such as `C:\Windows\System32\cmd.exe` */
function shellOf(path: string): ShellId {
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
 * An argument as programs of Windows read it, for `Start-Process`, which passes it on as it is: as an argument of a
 * command, Windows PowerShell takes quotation marks off, newer ones escape them, and blanks between them decide.
 */
function quoteForWindows(text: SentText): SentText {
  const [last] = /\\*$/.exec(shownText(text)) ?? [];
  const escaped = text.map((part) => (typeof part === 'string' ? part.replace(/(\\*)"/g, '$1$1\\"') : part));
  return ['"', ...escaped, `${last}"`];
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

/** How a language reads an environment variable, and how it form-encodes the value. */
interface Variables {
  readonly read: (name: SecretName) => string;
  readonly encoded: (read: string) => string;
}

/** Concatenates literals and variables. Both languages accept JSON string literals. */
function sum(text: SentText, write: (name: SecretName) => string): string {
  return joinedLiterals(text)
    .map((part) => (typeof part === 'string' ? JSON.stringify(part) : write(part.secret)))
    .join(' + ');
}

/** The parts of a request as expressions. */
function expressions({ origin, path, requestHeaders, requestBody }: SentRequest, { read, encoded }: Variables) {
  const readEncoded = (name: SecretName) => encoded(read(name));
  const form = requestBody && formText(requestBody);
  return {
    url: sum([origin, ...path], readEncoded),
    headers: Object.entries(requestHeaders).map(([name, value]) => [JSON.stringify(name), sum(value, read)] as const),
    body: form && sum(form, readEncoded),
    encodes: [...path, ...(form ?? [])].some((part) => typeof part !== 'string'),
  };
}

/** A module for Node.js. */
function javascriptProgram(request: SentRequest): string {
  const { url, headers, body } = expressions(request, {
    read: (name) => `process.env.${name}`,
    encoded: (read) => `encodeURIComponent(${read})`,
  });
  return [
    `const response = await fetch(${url}, {`,
    `  method: ${JSON.stringify(request.method)},`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${name}: ${value},`),
    '  },',
    ...(body === undefined ? [] : [`  body: ${body},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function pythonProgram(request: SentRequest): string {
  const { url, headers, body, encodes } = expressions(request, {
    read: (name) => `os.environ["${name}"]`,
    encoded: (read) => `quote(${read}, safe="")`,
  });
  return [
    'import os',
    ...(encodes ? ['from urllib.parse import quote'] : []),
    '',
    'import requests',
    '',
    'response = requests.request(',
    `    ${JSON.stringify(request.method)},`,
    `    ${url},`,
    '    headers={',
    ...headers.map(([name, value]) => `        ${name}: ${value},`),
    '    },',
    ...(body === undefined ? [] : [`    data=(${body}).encode(),`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/**
 * The request in the format of REST Client and JetBrains' HTTP client. The origin and the secrets are variables. REST
 * Client prompts for those declared with `@prompt`, showing the hint, and cannot encode the input (according to its
 * README and source). JetBrains reads them from an environment file, and encodes again what is already encoded unless a
 * tag prevents it (according to its help).
 */
function httpFile({ method, origin, path, requestHeaders, requestBody }: SentRequest): string {
  const form = requestBody && formText(requestBody);
  const texts = [path, ...Object.values(requestHeaders), ...(form ? [form] : [])];
  const secrets = [...new Set(texts.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.secret])))];
  const target = encoded(path);
  const isForm = !Object.entries(requestHeaders).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && shownText(value).includes('json'),
  );
  return [
    `@origin = ${encoded([origin])}`,
    '',
    ...(secrets.length > 0 ? [`# ${t('JetBrains IDEs take these variables from http-client.private.env.json.')}`] : []),
    ...secrets.map((secret) => `# @prompt ${nameOf(secret)} ${hintOf(secret)}`),
    ...(form || target.includes('%') ? ['# @no-auto-encoding'] : []),
    `${method} {{origin}}${target}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${withVariables(value)}`),
    // In JSON, two braces in a row are part of a string.
    ...(form ? ['', isForm ? encoded(form) : encoded(form, '{{', '{\\u007b')] : []),
  ].join('\n');
}

function nameOf(secret: SecretName): string {
  return secret.toLowerCase();
}

/** Where a secret comes from, or in which form it must be entered. */
function hintOf(secret: SecretName): string {
  switch (secret) {
    case 'ACCESS_TOKEN':
      return t('from “Vehicle Data: Copy Access Token…”');
    case 'CLIENT_CREDENTIALS':
      return t('Base64 of client ID:client secret');
    default:
      return t('percent-encoded');
  }
}

function withVariables(text: SentText): string {
  return text.map((part) => (typeof part === 'string' ? part : `{{${nameOf(part.secret)}}}`)).join('');
}

/**
 * Encodes literal braces, so that they do not start a variable. They may occur even in a host name, and both URLs and
 * forms allow the encoded form.
 */
function encoded(text: SentText, brace = '{', code = '%7B'): string {
  return withVariables(text.map((part) => (typeof part === 'string' ? part.replaceAll(brace, code) : part)));
}
