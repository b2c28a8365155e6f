/**
 * What a behaviour of the sandbox rests on: the document; official public knowledge about the service; reports of
 * third parties, previews and observations; or a guess where all are silent. Every answer says it in the header
 * `Sandbox-Basis`.
 */
export type Basis = 'document' | 'public' | 'reported' | 'assumed';

export interface Rule {
  /** What the service does, as a sentence. */
  readonly title: string;
  readonly basis: Basis;
  /** Where it is written: a heading of the document, or a topic of the public documentation; '' for a guess. */
  readonly section: string;
  /** The switch that plays the other form, where copies of the documentation differ. */
  readonly variant?: string | undefined;
}

export const document = (section: string, title: string): Rule => ({ title, basis: 'document', section });
export const publicly = (section: string, title: string, variant?: string): Rule => ({
  title,
  basis: 'public',
  section,
  variant,
});
export const reported = (section: string, title: string, variant?: string): Rule => ({
  title,
  basis: 'reported',
  section,
  variant,
});
export const assumed = (title: string, variant?: string): Rule => ({ title, basis: 'assumed', section: '', variant });
