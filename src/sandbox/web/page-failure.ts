import type { RuleId, RuleIds } from '../behavior-basis.ts';

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

export function invalidParameter(
  name: string,
  value: string,
  nextStep: string,
  rule: RuleId = 'connect.never-redirects',
): PageFailure {
  return new PageFailure(400, `400: Invalid parameter ${name}: ${value}.`, nextStep, [rule]);
}

export function incompleteForm(): PageFailure {
  return new PageFailure(400, 'The form is incomplete.', 'Start again from your application.', ['connect.incomplete']);
}
