import { html } from 'hono/html';
import { icons } from '../web/icons.ts';
import { facts, type Page } from '../web/page.ts';
import type { SandboxVehicle } from '../world/world.ts';

/** Where the owner signs in to the vehicle maker again. Works without a script, as the Connect page does. */
export function reauthenticationPage({ make, model }: SandboxVehicle, redirectUri: string): Page {
  return {
    title: `Sign in to ${make} again (sandbox)`,
    body: html`<form method="post">
      <div class="body">
        <header>
          <div class="link">${icons.key} ${icons.car}</div>
          <h1>Sign in to ${make} again</h1>
          <p class="lead">
            ${make} no longer accepts the sign-in of your ${model}, for example after a password change. The sandbox
            asks for no password.
          </p>
        </header>
      </div>
      <div class="actions">
        <button class="yes" name="answer" value="sign-in">Sign in again</button>
        <button class="no" name="answer" value="cancel">Cancel</button>
      </div>
      ${facts([['Redirect URI', redirectUri]])}
    </form>`,
  };
}
