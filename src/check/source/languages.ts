import { basename, extname } from 'node:path';

export type Language =
  | 'javascript'
  | 'python'
  | 'java'
  | 'kotlin'
  | 'go'
  | 'ruby'
  | 'csharp'
  | 'php'
  | 'shell'
  | 'http'
  | 'env'
  | 'yaml'
  | 'json';

const byExtension: Readonly<Record<string, Language>> = {
  ...all('javascript', '.js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte'),
  ...all('python', '.py'),
  ...all('java', '.java'),
  ...all('kotlin', '.kt .kts'),
  ...all('go', '.go'),
  ...all('ruby', '.rb'),
  ...all('csharp', '.cs'),
  ...all('php', '.php'),
  ...all('shell', '.sh .bash .zsh'),
  ...all('http', '.http .rest'),
  ...all('env', '.env'),
  ...all('yaml', '.yml .yaml'),
  ...all('json', '.json'),
};

/** Written by programs, and long. */
const lockFile = /^(?:package-lock|npm-shrinkwrap|composer\.lock)\b|-lock\.(?:json|ya?ml)$/;

/** Undefined for what the check doesn't read. */
export function languageOf(file: string): Language | undefined {
  const name = basename(file);
  if (lockFile.test(name)) return undefined;
  if (name === '.env' || name.startsWith('.env.')) return 'env';
  return byExtension[extname(name).toLowerCase()];
}

function all(language: Language, extensions: string): Record<string, Language> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, language]));
}
