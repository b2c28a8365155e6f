import type { Rule } from '../rule.ts';
import type { World3 } from './world.ts';

export type Rule3 = Rule<World3>;
