import { html } from 'hono/html';
import type { Page } from './page.ts';
import type { SandboxVehicle } from './vehicles-data.ts';

export function capacityPage(
  vehicle: SandboxVehicle,
  _chosen: number | null,
  _redirectUri: string,
  _problem?: 'no-choice',
): Page {
  return { title: `Battery of your ${vehicle.make} ${vehicle.model}`, body: html`<p>soon</p>` };
}
