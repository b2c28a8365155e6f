/** Files of one kind that the check doesn't read. */
export interface UnreadKind {
  /** Their ending, `.png`, or their name. */
  readonly kind: string;
  readonly files: number;
}

/** How many files there are of each kind that the check doesn't read. */
export class KindCounts {
  readonly #counts = new Map<string, number>();

  add(kind: string, files = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + files);
  }

  /** Those with most files first. */
  sorted(): UnreadKind[] {
    const kinds = [...this.#counts].map(([kind, files]) => ({ kind, files }));
    return kinds.sort((a, b) => b.files - a.files || (a.kind < b.kind ? -1 : 1));
  }
}
