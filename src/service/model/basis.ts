/**
 * The source of a behaviour: the specification; official public knowledge about the service; reports from third
 * parties, previews and observations; or an assumption if there is no source. Every response of the sandbox states it in
 * the header `Sandbox-Basis`.
 */
export type Basis = 'document' | 'public' | 'reported' | 'assumed';

export interface Rule {
  /** What the service does, as a sentence. */
  readonly title: string;
  readonly basis: Basis;
  /**
   * Where it is documented: a heading of the specification, or a topic of the public documentation; '' for an
   * assumption.
   */
  readonly section: string;
}

export const document = (section: string, title: string): Rule => ({ title, basis: 'document', section });
export const publicly = (section: string, title: string): Rule => ({ title, basis: 'public', section });
export const reported = (section: string, title: string): Rule => ({ title, basis: 'reported', section });
export const assumed = (title: string): Rule => ({ title, basis: 'assumed', section: '' });
