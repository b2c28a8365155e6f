/**
 * Parts of the served workbench that tell a browser's secret storage from the desktop's, and what stands there instead:
 * no storage of the browser's own, a persistent one, and an encryption that counts as available (it passes the text on;
 * that a value is encrypted at rest is VS Code's business, and not what is tested here).
 */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/secretStorageProvider:\w+\.remoteAuthority&&!\w+\?void 0:new \w+\(\w+\)/g, 'secretStorageProvider:void 0'],
  [
    /super\(!0,(\w+,\w+,\w+)\),(\w+)\.options\?\.secretStorageProvider/g,
    'super(!1,$1),$2.options?.secretStorageProvider',
  ],
  [
    /decrypt\((\w)\)\{return Promise\.resolve\(\1\)\}isEncryptionAvailable\(\)\{return Promise\.resolve\(!1\)\}/g,
    'decrypt($1){return Promise.resolve($1)}isEncryptionAvailable(){return Promise.resolve(!0)}',
  ],
];

/**
 * The workbench with the secret storage of a desktop: one for all windows, with events, and each window sees the others'
 * writes a moment later. Without it, windows see no writes of others before a reload. Throws where a part is not there
 * exactly once: another version.
 */
export function withDesktopSecrets(workbench: string): string {
  return replacements.reduce((source, [pattern, replacement]) => {
    const found = source.match(pattern)?.length ?? 0;
    if (found !== 1) throw new Error(`The workbench has ${String(pattern)} ${found} times, not once`);
    return source.replace(pattern, replacement);
  }, workbench);
}
