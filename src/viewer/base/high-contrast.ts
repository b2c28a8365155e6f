/** Whether the system's colours are forced; can change at any time. */
export function isForced(): boolean {
  return matchMedia('(forced-colors: active)').matches;
}

/** Whether the user wants lines instead of tints; can change at any time. */
export function isHighContrast(): boolean {
  return document.body.matches('.vscode-high-contrast') || isForced();
}
