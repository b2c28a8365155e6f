import type { HelpPage } from '../../common/help-page.ts';

/** What one check of the sign-in's surroundings found. Plain texts, never a secret. */
export interface Finding {
  readonly subject: string;
  readonly is: 'good' | 'bad';
  readonly saw: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Name of the page of help that says more. */
  readonly help?: HelpPage;
}
