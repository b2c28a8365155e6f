import type { Locator } from 'playwright-core';

/** What the lines of a tree say whose end is cut off. */
export async function cutLines(tree: Locator): Promise<readonly string[]> {
  const cut: string[] = [];
  for (const line of await tree.getByRole('treeitem').all()) {
    const [wanted, room] = await line
      .locator('.monaco-icon-label-container')
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const);
    if (wanted > room) cut.push((await line.getAttribute('aria-label')) ?? '');
  }
  return cut;
}
