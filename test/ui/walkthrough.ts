import type { Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';

export async function openWalkthrough(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Welcome: Open Walkthrough...');
  await workbench.quickInput.getByRole('textbox').fill('Get Started with Vehicle Data');
  await workbench.quickInput.getByRole('option', { name: /Get Started with Vehicle Data/ }).click();
}

/** A step of the walkthrough, by its title. */
export function step({ page }: Workbench, title: string): Locator {
  return page.locator('.gettingStartedContainer .getting-started-step', { hasText: title });
}

/** The tick of a step that was done. */
export function stepDone(workbench: Workbench, title: string): Locator {
  return step(workbench, title).locator('.codicon-getting-started-step-checked');
}
