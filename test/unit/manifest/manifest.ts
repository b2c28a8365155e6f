import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.ts';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly category: string;
  readonly icon?: string;
  readonly enablement?: string;
}

export interface MenuItem {
  readonly command?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

/** What the tests read of package.json. */
export interface Manifest {
  readonly icon: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly authentication: readonly { readonly id: string; readonly label: string }[];
    readonly commands: readonly Command[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope?: string; readonly order?: number }>>;
    };
    readonly keybindings?: readonly { readonly command: string; readonly when: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly icon: string; readonly when?: string }[]>
    >;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  };
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export const manifestText = read('package.json');
export const manifest = JSON.parse(manifestText) as Manifest;
export const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
export const textsInGerman = JSON.parse(read('package.nls.de.json')) as Readonly<Record<string, string>>;

/** Sources of the extension's host side: neither the sandbox nor the page of the viewer. */
const sources: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(?:sandbox|webview)[\\/]/.test(file))
    .map((file) => [file, read(join('src', file))]),
);
export const code = Object.values(sources).join('\n');

/** Every condition of the manifest. */
export const conditions: readonly string[] = [
  ...[...manifestText.matchAll(/"(?:when|enablement)": "((?:[^"\\]|\\.)*)"/g)].map(([, condition = '']) => condition),
];

/** Own context keys that conditions ask for: not settings, views or kinds of webviews. */
export function contextKeysIn(condition: string): string[] {
  // What stands right of a comparison is a value; quoted texts and patterns hold no keys.
  const bare = condition
    .replace(/'[^']*'|\/(?:[^/\\]|\\.)*\//g, '')
    .replace(/(?:==|!=|=~)\s*[\w.]+/g, '')
    .replace(/config\.[\w.]+/g, '');
  return bare.match(/\bvehicleData\.[\w.]+/g) ?? [];
}

/** Context keys that the code sets, by a literal, a list of literals or a constant of the same file. */
export function contextKeysOfCode(): Set<string> {
  const keys = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/'setContext',\s*(?:'([^']+)'|`([\w.]+)\$\{(\w+)\}`|(\w+))/g)].flatMap((match) => {
      const [, literal, prefix, variable, name] = match;
      if (literal) return [literal];
      // A loop over names that are written out.
      const [, list = ''] = new RegExp(`const ${variable} of \\[([^\\]]+)\\]`).exec(source) ?? [];
      if (prefix) return [...list.matchAll(/'(\w+)'/g)].map(([, each]) => `${prefix}${each}`);
      const direct = new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1];
      // A method that sets the key it is given: all keys of its file.
      const all = [...source.matchAll(/const \w*[kK]ey = '([^']+)'/g)].map(([, key = '']) => key);
      return direct ? [direct] : all;
    }),
  );
  return new Set(keys);
}
