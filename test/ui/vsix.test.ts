import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/paths.ts';
import { vsixVariable } from './suite.ts';

/** The entries of a zip file, from its central directory: name → bytes when unpacked. */
function zipEntries(file: string): ReadonlyMap<string, number> {
  const zip = readFileSync(file);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = zip.readUInt16LE(end + 10);
  const entries = new Map<string, number>();
  for (let entry = 0, at = zip.readUInt32LE(end + 16); entry < count; entry++) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    entries.set(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), zip.readUInt32LE(at + 24));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/** What the VSIX holds and nothing else: the format's own files, texts, pictures, and the bundles. */
const expected = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|package\.nls(\.de)?\.json|readme\.md|changelog\.md|PROGRAMS\.md|LICENSE\.txt|THIRD-PARTY-NOTICES)$/,
  /^extension\/media\/((activity-bar|(car|records)-(dark|light))\.svg|(icon|screenshot)\.png)$/,
  /^extension\/media\/walkthrough\/(app|connect|look)\.svg$/,
  /^extension\/media\/l10n\/bundle\.l10n\.de\.json$/,
  /^extension\/media\/syntaxes\/http-message\.tmLanguage\.json$/,
  /^extension\/media\/help\/(keyring|migration|version-2|windows)(\.de)?\.md$/,
  /^extension\/media\/receivers\/[\w-]+\.(go|java|mjs|php|py|rb)$/i,
  /^extension\/media\/skills\/move-to-version-3\/SKILL\.md$/,
  /^extension\/dist\/(check|check-receiver|extension|mcp|refresh-helper|sandbox|chunks\/[\w-]+-[A-Z0-9]{8})\.js$/,
  /^extension\/dist\/schemas\/(vehicle|capacity|permissions|records)\.json$/,
  /^extension\/dist\/webview\/(records\.(js|css)|charts\.js)$/,
];

describe('the VSIX', () => {
  const sizes = zipEntries(process.env[vsixVariable] ?? '');
  const entries = [...sizes.keys()];

  it('holds each kind of file that it needs', () => {
    const missing = expected.filter((pattern) => !entries.some((entry) => pattern.test(entry)));
    assert.deepEqual(missing, []);
  });

  it('holds nothing else: no sources, no source maps, no tests, no dependencies', () => {
    const unexpected = entries.filter((entry) => !expected.some((pattern) => pattern.test(entry)));
    assert.deepEqual(unexpected, []);
  });

  it('is downloaded in a moment: at most 1 MB', () => {
    assert.ok(statSync(process.env[vsixVariable] ?? '').size <= 1_000_000);
  });

  it('counts as bundled to vsce, which warns of more than 100 scripts', () => {
    assert.ok(entries.filter((entry) => entry.endsWith('.js')).length <= 100);
  });

  it('costs the start of VS Code little: one file of at most 40 KiB, which loads the rest on first use', () => {
    const bytes = sizes.get('extension/dist/extension.js') ?? Infinity;
    assert.ok(bytes <= 40 * 1024, `${bytes} bytes; dist/extension.meta.json says what is in it`);
  });

  it('leaves undici to the programs: fetch in the extension host is VS Code’s', () => {
    const { inputs } = JSON.parse(readFileSync(join(root, 'dist/extension.meta.json'), 'utf8')) as { inputs: object };
    assert.deepEqual(
      Object.keys(inputs).filter((input) => input.includes('/undici/')),
      [],
    );
  });
});
