import { html } from 'hono/html';
import type { ConnectRequest } from './connect-request.ts';
import type { Page } from './page.ts';
import type { World } from './vehicles-data.ts';

export function connectPage(
  world: World,
  _request: ConnectRequest,
  _again?: { readonly ownerId: string; readonly problem: 'no-vehicle' },
): Page {
  return { title: `Connect to ${world.application.name}`, body: html`<p>soon</p>` };
}
