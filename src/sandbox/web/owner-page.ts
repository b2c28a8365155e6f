import { html } from 'hono/html';
import { alert, type Html, type Page } from './page.ts';

interface Button {
  readonly name: string;
  readonly value: string;
  readonly words: string;
}

interface Question {
  readonly title: string;
  readonly above: Html;
  readonly heading: string;
  readonly lead: string;
  /** What is missing in the submitted form. */
  readonly problem?: string | undefined;
  readonly fields?: Html;
  readonly yes: Button;
  readonly no: Button;
  readonly facts: Html;
}

/**
 * A page that asks the owner one question. It works without a script. Its form has no action, so that it is submitted
 * to the page's own address with its query, even if that address goes through a proxy's path.
 */
export function ownerPage({ title, above, heading, lead, problem, fields, yes, no, facts }: Question): Page {
  return {
    title: `${title} (sandbox)`,
    body: html`<form method="post">
      <div class="body">
        <header>
          ${above}
          <h1>${heading}</h1>
          <p class="lead">${lead}</p>
        </header>
        ${problem === undefined ? '' : alert(problem)} ${fields ?? ''}
      </div>
      <div class="actions">
        <button class="yes" name="${yes.name}" value="${yes.value}">${yes.words}</button>
        <button class="no" name="${no.name}" value="${no.value}" formnovalidate>${no.words}</button>
      </div>
      ${facts}
    </form>`,
  };
}
