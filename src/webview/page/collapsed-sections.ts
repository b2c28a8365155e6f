import type { Analysis } from '../analysis/analysis.ts';
import type { Header } from '../header/header.ts';
import type { CollapsibleSection } from './page-state.ts';

/** The parts of the page that are hidden, to give their room to the table. */
export class CollapsedSections {
  readonly #header: Header;
  readonly #analysis: Analysis;
  readonly #collapsed = new Set<CollapsibleSection>();

  constructor(header: Header, analysis: Analysis) {
    this.#header = header;
    this.#analysis = analysis;
  }

  get list(): readonly CollapsibleSection[] {
    return [...this.#collapsed];
  }

  has(part: CollapsibleSection): boolean {
    return this.#collapsed.has(part);
  }

  /** Hides a part, or shows it again. */
  toggle(part: CollapsibleSection): void {
    if (!this.#collapsed.delete(part)) this.#collapsed.add(part);
    this.#show();
  }

  /** Hides these as well. */
  restore(parts: readonly CollapsibleSection[]): void {
    for (const part of parts) this.#collapsed.add(part);
    this.#show();
  }

  #show(): void {
    this.#header.collapse(this.has('range'));
    this.#analysis.collapsed = this.has('charts');
  }
}
