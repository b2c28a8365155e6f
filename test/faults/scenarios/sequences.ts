import type { Scenario } from '../plan.ts';

export const sequences: readonly Scenario[] = [];
