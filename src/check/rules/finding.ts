import type { Names } from './known-names.ts';

/** What the check looks for. Each kind has a section of the same name in the help page. */
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
  'webhook-event',
  'polling',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export type Severity = 'error' | 'warning' | 'info';

/**
 * Error: it no longer works. Warning: it still works, but with other values. Info: it is useless, or there is a better
 * way.
 */
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
  'webhook-event': 'error',
  polling: 'info',
};

/** A guess is never an error. */
export function severityOf({ kind, isGuess }: Pick<Finding, 'kind' | 'isGuess'>): Severity {
  return isGuess === true && severities[kind] === 'error' ? 'warning' : severities[kind];
}

/** A finding at one place in a file. Offsets count UTF-16 units, as in VS Code. */
export interface Finding {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  /** The replacement in version 3, if the field mapping has one. */
  readonly instead?: string | undefined;
  /** A change that is certain and local: this text replaces the range from `start` to `end`. */
  readonly fix?: string | undefined;
  /** True if there is a factor of 100 next to it. */
  readonly hasFactor?: boolean | undefined;
  /** True if the name is from version 3, but its value is still used as in version 2.0. */
  readonly isLeft?: boolean | undefined;
  /** True if only another file of the project shows that this one uses the service. */
  readonly isGuess?: boolean | undefined;
  /** The number of further places of the same kind in the file that this finding stands for; only for infos. */
  readonly more?: number | undefined;
}

/** What a rule knows about the project that the file belongs to. */
export interface ProjectContext {
  /** Another file of the same project uses the service. */
  readonly projectUsesService: boolean;
  /** Another file of the same project has an address of the service. */
  readonly hasAddress?: boolean;
  /** Routes of the project's own servers, as `routeKey` writes them. */
  readonly ownRoutes?: ReadonlySet<string>;
  /** The project has a Python module of its own by the SDK's name. */
  readonly hasOwnSdk?: boolean;
  /** The project uses version 3, and no longer uses version 2.0. */
  readonly hasMoved?: boolean;
  /**
   * Some file of the project reads the objects in which version 3 wraps its responses; undefined if that was not
   * checked.
   */
  readonly readsAttributes?: boolean | undefined;
  /**
   * Names that the file imports from its own project, and what they mean there; all names of addresses in the project,
   * if imports are not followed in the file's language.
   */
  readonly imported?: Names | undefined;
  /** Fields of version 2.0 that some file of the project writes itself. They must not be renamed in one file only. */
  readonly written?: ReadonlySet<string> | undefined;
}
