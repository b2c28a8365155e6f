/** Whether people want to see lines and no tints; can change at any time. */
export function isHighContrast(): boolean {
  return document.body.matches('.vscode-high-contrast') || matchMedia('(forced-colors: active)').matches;
}
