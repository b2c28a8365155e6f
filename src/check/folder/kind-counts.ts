/** Files of one kind that the check does not read. */
export interface UnreadKind {
  /** Their extension, such as `.png`, or their name. */
  readonly kind: string;
  readonly files: number;
}

/** Counts the files of each kind that the check does not read. */
export class KindCounts {
  readonly #counts = new Map<string, number>();

  add(kind: string, files = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + files);
  }

  /** The most frequent kinds first. */
  sorted(): UnreadKind[] {
    const kinds = [...this.#counts].map(([kind, files]) => ({ kind, files }));
    return kinds.sort((a, b) => b.files - a.files || (a.kind < b.kind ? -1 : 1));
  }
}
