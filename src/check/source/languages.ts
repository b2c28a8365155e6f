import { basename, extname } from 'node:path';

/** Languages whose strings and comments are known; `text` is anything else that is text and no prose. */
export type Language =
  | 'javascript'
  | 'python'
  | 'java'
  | 'kotlin'
  | 'go'
  | 'ruby'
  | 'csharp'
  | 'php'
  | 'swift'
  | 'dart'
  | 'rust'
  | 'groovy'
  | 'scala'
  | 'elixir'
  | 'basic'
  | 'fsharp'
  | 'lua'
  | 'perl'
  | 'c'
  | 'powershell'
  | 'script'
  | 'notebook'
  | 'shell'
  | 'http'
  | 'env'
  | 'yaml'
  | 'json'
  | 'text';

const byExtension: Readonly<Record<string, Language>> = {
  ...all('javascript', '.js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte .astro'),
  ...all('python', '.py .pyw .pyi'),
  ...all('java', '.java'),
  ...all('kotlin', '.kt .kts'),
  ...all('go', '.go'),
  ...all('ruby', '.rb .rake'),
  ...all('csharp', '.cs .csx'),
  ...all('php', '.php'),
  ...all('swift', '.swift'),
  ...all('dart', '.dart'),
  ...all('rust', '.rs'),
  ...all('groovy', '.groovy .gradle'),
  ...all('scala', '.scala .sc'),
  ...all('elixir', '.ex .exs'),
  ...all('basic', '.vb .bas .vbs'),
  ...all('fsharp', '.fs .fsx .fsi .ml .mli'),
  ...all('lua', '.lua'),
  ...all('perl', '.pl .pm'),
  ...all('c', '.c .h .cc .cpp .cxx .hpp .m .mm .ino .zig .proto'),
  ...all('powershell', '.ps1 .psm1'),
  ...all('script', '.r .jl .cr .nim .tcl'),
  ...all('notebook', '.ipynb'),
  ...all('shell', '.sh .bash .zsh .fish'),
  ...all('http', '.http .rest'),
  ...all('env', '.env'),
  ...all('yaml', '.yml .yaml'),
  ...all('json', '.json'),
};

/** Written by programs, and long. */
const lockFile = /^(?:package-lock|npm-shrinkwrap|composer\.lock)\b|-lock\.(?:json|ya?ml)$|\.lock$/;
/** Prose tells of a service without using it; data and pictures have no code. */
const noCode = new Set(
  [
    '.md .mdx .markdown .txt .rst .adoc .asciidoc .org .tex .log .license',
    '.csv .tsv .jsonl .ndjson .css .scss .sass .less .map .svg .snap',
  ]
    .concat(
      '.png .jpg .jpeg .gif .webp .avif .ico .bmp .tiff .psd .heic .pdf .doc .docx .xls .xlsx .ppt .pptx .woff .woff2 .ttf .otf .eot',
    )
    .concat(
      '.mp3 .mp4 .mov .avi .webm .wav .ogg .zip .gz .tgz .bz2 .xz .7z .rar .tar .jar .war .class .dex .apk .aab .ipa .aar .vsix',
    )
    .concat(
      '.exe .dll .so .dylib .a .o .obj .lib .pdb .pyc .wasm .bin .dat .db .sqlite .sqlite3 .parquet .pem .der .p12 .keystore .jks',
    )
    .join(' ')
    .split(' '),
);

/** Undefined for what the check doesn't read. */
export function languageOf(file: string): Language | undefined {
  const name = basename(file);
  const extension = extname(name).toLowerCase();
  if (lockFile.test(name) || noCode.has(extension)) return undefined;
  if (/^(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CODEOWNERS|\.DS_Store)$|^\.git/i.test(name)) return undefined;
  if (name === '.env' || name.startsWith('.env.')) return 'env';
  return byExtension[extension] ?? 'text';
}

/** What a report calls files like this one: `.png`, or the name of a file without an ending. */
export function kindOfFile(file: string): string {
  const name = basename(file);
  const extension = extname(name).toLowerCase();
  return lockFile.test(name) || extension === '' || extension.length > 12 ? name : extension;
}

function all(language: Language, extensions: string): Record<string, Language> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, language]));
}
