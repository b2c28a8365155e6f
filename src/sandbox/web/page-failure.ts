import type { Context } from 'hono';
import { html } from 'hono/html';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import { Failure } from './failure.ts';
import type { SandboxEnv } from './http.ts';
import { icons } from './icons.ts';
import { type Page, renderPage } from './page.ts';

/** A browser request that is answered with an error page, never a redirect. */
export class PageFailure extends Failure {
  readonly status: 400 | 401 | 403;
  readonly nextStep: string;

  constructor(status: PageFailure['status'], message: string, nextStep: string, rules: RuleIds) {
    super(message, rules);
    this.status = status;
    this.nextStep = nextStep;
  }

  override respond(c: Context<SandboxEnv>): Response | Promise<Response> {
    return renderPage(c, errorPage(this), this.status);
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

function errorPage({ message, nextStep }: PageFailure): Page {
  return {
    title: 'Sandbox: error',
    body: html`<div class="body">
      <header>
        <div class="link">${icons.warning}</div>
        <h1>${message}</h1>
        <p class="lead">${nextStep}</p>
      </header>
      <p>The application was not notified. You can close this page.</p>
    </div>`,
  };
}
