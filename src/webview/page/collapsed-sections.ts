import type { Analysis } from '../analysis/analysis.ts';
import type { Header } from '../header/header.ts';
import type { FoldedPart } from './page-state.ts';

/** The parts of the page that are hidden, to give their room to the table. */
export class FoldedParts {
  readonly #header: Header;
  readonly #analysis: Analysis;
  readonly #folded = new Set<FoldedPart>();

  constructor(header: Header, analysis: Analysis) {
    this.#header = header;
    this.#analysis = analysis;
  }

  get list(): readonly FoldedPart[] {
    return [...this.#folded];
  }

  has(part: FoldedPart): boolean {
    return this.#folded.has(part);
  }

  /** Hides a part, or shows it again. */
  toggle(part: FoldedPart): void {
    if (!this.#folded.delete(part)) this.#folded.add(part);
    this.#show();
  }

  /** Hides these as well. */
  restore(parts: readonly FoldedPart[]): void {
    for (const part of parts) this.#folded.add(part);
    this.#show();
  }

  #show(): void {
    this.#header.fold(this.has('range'));
    this.#analysis.folded = this.has('charts');
  }
}
