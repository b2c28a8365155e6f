import type { Locator } from 'playwright-core';

/** What the lines of a tree say whose end is cut off. */
export async function cutLines(tree: Locator): Promise<readonly string[]> {
  const cut: string[] = [];
  for (const line of await tree.getByRole('treeitem').all()) {
    const text = line.locator('.monaco-icon-label-container').first();
    const isCut = await text.evaluate(
      (of: { scrollWidth: number; clientWidth: number }) => of.scrollWidth > of.clientWidth,
    );
    if (isCut) cut.push((await line.getAttribute('aria-label')) ?? '');
  }
  return cut;
}
