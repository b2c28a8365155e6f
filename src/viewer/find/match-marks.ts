/** Marks a text wherever the rows on screen show it, while they scroll and change. */
export class MatchMarks {
  readonly #rows: HTMLElement;
  readonly #observer = new MutationObserver(() => this.#mark());
  #text = '';

  constructor(rows: HTMLElement) {
    this.#rows = rows;
  }

  /** @param text empty: nothing is marked */
  show(text: string): void {
    this.#observer.disconnect();
    this.#text = text.toLocaleLowerCase();
    if (this.#text !== '') {
      this.#observer.observe(this.#rows, { characterData: true, childList: true, subtree: true });
    }
    this.#mark();
  }

  /** Highlights change no element, so that rows stay as quick to reuse as before. */
  #mark(): void {
    CSS.highlights.delete('found');
    if (this.#text === '') return;
    const found = new Highlight();
    const texts = document.createTreeWalker(this.#rows, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) this.#markIn(node as Text, found);
    CSS.highlights.set('found', found);
  }

  #markIn(node: Text, found: Highlight): void {
    const shown = node.data.toLocaleLowerCase();
    // In some languages, a text has another length in lower case, and its places are unknown.
    const isExact = shown.length === node.data.length;
    for (let at = shown.indexOf(this.#text); at !== -1; at = shown.indexOf(this.#text, at + this.#text.length)) {
      const range = new StaticRange({
        startContainer: node,
        startOffset: isExact ? at : 0,
        endContainer: node,
        endOffset: isExact ? at + this.#text.length : node.length,
      });
      found.add(range);
      if (!isExact) return;
    }
  }
}
