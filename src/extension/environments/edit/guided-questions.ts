/** The user's reaction to a question. */
export type Reply<T> =
  { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'cancelled' };

/** The position of a question among others. */
export interface Place {
  readonly step: number;
  readonly totalSteps: number;
}

interface Question {
  readonly title: string;
  /** Omitted for a single question. */
  readonly place?: Place | undefined;
  readonly canGoBack: boolean;
}

/** A message about a text while it is typed. */
export interface Remark {
  /** `error` keeps the text from being accepted. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface TextQuestion extends Question {
  readonly prompt: string;
  readonly example: string;
  /** The initial text. */
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
  /** Starts a group with this name. */
  readonly group?: string;
  readonly value: T;
}

export interface ChoiceQuestion<T> extends Question {
  readonly choices: readonly Choice<T>[];
  /** The initial choice. */
  readonly value?: T | undefined;
}

export interface ChoicesQuestion<T> extends Question {
  readonly prompt: string;
  readonly choices: readonly Choice<T>[];
  /** The choices that are initially selected. */
  readonly value: readonly T[];
}

/** Asks the user one question after the other. */
export interface GuidedUi {
  text(question: TextQuestion): Promise<Reply<string>>;
  choice<T>(question: ChoiceQuestion<T>): Promise<Reply<T>>;
  choices<T>(question: ChoicesQuestion<T>): Promise<Reply<readonly T[]>>;
}
