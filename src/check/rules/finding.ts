import type { Names } from './known-names.ts';

/** What the check looks for. Each has a section in the help page, by the same name. */
export const findingKinds = [
  'v2-address',
  'v2-path',
  'make-path',
  'token-address',
  'code-exchange',
  'refresh-token',
  'sdk-call',
  'moved-field',
  'scale',
  'date-parameter',
  'wrong-id',
  'missing-user-header',
  'invented-path',
  'webhook-signature',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export type Severity = 'error' | 'warning' | 'info';

/** What no longer works is an error; what goes on with other values, a warning; what is merely of no use, an information. */
export const severities: Readonly<Record<FindingKind, Severity>> = {
  'v2-address': 'error',
  'v2-path': 'error',
  'make-path': 'error',
  'token-address': 'error',
  'code-exchange': 'error',
  'refresh-token': 'info',
  'sdk-call': 'error',
  'moved-field': 'error',
  scale: 'error',
  'date-parameter': 'warning',
  'wrong-id': 'error',
  'missing-user-header': 'error',
  'invented-path': 'error',
  'webhook-signature': 'warning',
};

/** One place in one file. Offsets count UTF-16 units, as VS Code does. */
export interface Finding {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  /** What stands in its place in version 3, where the table of moves knows it. */
  readonly instead?: string | undefined;
  /** A change that is certain and local: this text in place of `start` to `end`. */
  readonly fix?: string | undefined;
  /** A factor of 100 stands beside it. */
  readonly hasFactor?: boolean | undefined;
  /** The name is version 3's, and what is done with it is version 2.0's. */
  readonly isLeft?: boolean | undefined;
  /** Places of the same kind in the file that are told with this one: informations only. */
  readonly more?: number | undefined;
}

/** What a rule knows of the project that the file is in. */
export interface ProjectContext {
  /** Another file of the same project uses the service. */
  readonly projectUsesService: boolean;
  /** The project uses version 3, and version 2.0 nowhere. */
  readonly hasMoved?: boolean;
  /** Some file of the project reads what version 3 wraps its answers in; undefined where nobody has looked. */
  readonly readsAttributes?: boolean | undefined;
  /** Names that the file imports from its own project, and what they stand for there. */
  readonly imported?: Names | undefined;
  /** Fields of version 2.0 that some file of the project writes itself: another name there would not be found. */
  readonly written?: ReadonlySet<string> | undefined;
}
