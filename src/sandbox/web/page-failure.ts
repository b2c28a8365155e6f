import type { RuleIds } from '../behavior-basis.ts';

/** A request of a browser that gets an error page, never a redirect. */
export class PageFailure extends Error {
  readonly status: 400 | 401 | 403;
  readonly nextStep: string;
  readonly rules: RuleIds;

  constructor(status: PageFailure['status'], message: string, nextStep: string, rules: RuleIds) {
    super(message);
    this.status = status;
    this.rules = rules;
    this.nextStep = nextStep;
  }
}
