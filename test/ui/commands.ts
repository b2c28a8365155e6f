import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/paths.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const { contributes } = read('package.json') as {
  contributes: { commands: { command: string; title: string; category: string }[] };
};
const texts = {
  en: read('package.nls.json') as Readonly<Record<string, string>>,
  de: read('package.nls.de.json') as Readonly<Record<string, string>>,
};

/** What a command is called in a menu and on a button, by its name in the manifest without `vehicleData.`. */
export function titleOf(name: string, language: keyof typeof texts = 'en'): string {
  return written(commandOf(name).title, language);
}

/** What the palette calls it: `Vehicle Data: Sign Out`. */
export function paletteTitleOf(name: string, language: keyof typeof texts = 'en'): string {
  return `${written(commandOf(name).category, language)}: ${titleOf(name, language)}`;
}

function commandOf(name: string): { title: string; category: string } {
  const found = contributes.commands.find(({ command }) => command === `vehicleData.${name}`);
  if (!found) throw new Error(`The manifest has no command vehicleData.${name}`);
  return found;
}

function written(text: string, language: keyof typeof texts): string {
  const key = /^%(.+)%$/.exec(text)?.[1];
  if (key === undefined) return text;
  return texts[language][key] ?? text;
}
