/** What the person did with a question. */
export type Reply<T> =
  { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'cancelled' };

/** Where a question stands among others. */
export interface Place {
  readonly step: number;
  readonly totalSteps: number;
}

interface Question {
  readonly title: string;
  /** Left out for a question that stands alone. */
  readonly place?: Place | undefined;
  readonly canGoBack: boolean;
}

/** What is said about a text while it is typed. */
export interface Remark {
  /** `error` keeps the text from being accepted. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface TextQuestion extends Question {
  readonly prompt: string;
  readonly example: string;
  /** What stands there at first. */
  readonly value: string;
  readonly isSecret?: boolean;
  readonly check: (text: string) => Remark | undefined;
}

export interface Choice<T> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  /** Name of a theme icon. */
  readonly icon?: string;
  /** Begins a group of this name. */
  readonly group?: string;
  readonly value: T;
}

export interface ChoiceQuestion<T> extends Question {
  readonly choices: readonly Choice<T>[];
  /** The one that is chosen at first. */
  readonly value?: T | undefined;
}

export interface ChoicesQuestion<T> extends Question {
  readonly prompt: string;
  readonly choices: readonly Choice<T>[];
  /** Those that are ticked at first. */
  readonly value: readonly T[];
}

/** Asks a person, one question after the other. */
export interface GuidedUi {
  text(question: TextQuestion): Promise<Reply<string>>;
  choice<T>(question: ChoiceQuestion<T>): Promise<Reply<T>>;
  choices<T>(question: ChoicesQuestion<T>): Promise<Reply<readonly T[]>>;
}
