import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ViewLine } from '../../../src/extension/window/view-lines.ts';

/**
 * The one file of what a view shows, scene by scene. With `WRITE_GOLDEN=1` it is written as things are now: look at the
 * difference before you commit it.
 */
export function goldenFile(url: URL): (scene: string, text: string) => void {
  const isWritten = Boolean(process.env.WRITE_GOLDEN);
  const [, ...parts] = isWritten ? [] : readFileSync(url, 'utf8').split(/^=== (.*)\n/m);
  const shown: string[] = [];
  after(() => {
    if (isWritten) writeFileSync(url, shown.join('\n'));
  });
  return (scene, text) => {
    shown.push(`=== ${scene}\n${text.trimEnd()}\n`);
    const index = parts.indexOf(scene);
    if (!isWritten) assert.equal(text.trimEnd(), index < 0 ? 'a scene of the file' : parts[index + 1]?.trimEnd());
  };
}

/** Lines with everything that people see or hear of them. */
export function textOf(lines: readonly ViewLine[], indent = ''): string {
  return lines
    .map(({ label, description, icon, outcome, tokens, opens, spoken, tooltip, children = [], isClosed }) => {
      const shown = [label, description].filter((part) => part !== '').join(' | ');
      const own = [
        `${children.length === 0 ? '-' : isClosed ? '+' : 'v'} (${[typeof icon === 'string' ? icon : '', outcome ?? ''].join(' ').trim()}) ${shown}`,
        `[${tokens.join(';')}]`,
        ...(opens ? [`> ${opens.replace('vehicleData.', '')}`] : []),
      ].join(' ');
      const said = spoken === undefined || spoken === shown.replace(' | ', ', ') ? [] : [`says: ${spoken}`];
      const below = [...said, ...tooltip.slice(1).filter((line) => line !== '' && line !== description)];
      return [
        `${indent}${own}\n`,
        ...below.map((line) => `${indent}    ${line}\n`),
        textOf(children, `${indent}  `),
      ].join('');
    })
    .join('');
}
