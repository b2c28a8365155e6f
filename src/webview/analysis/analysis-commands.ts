import type { AnalysisPanel } from './analysis-panel.ts';
import type { AnswersView } from '../summary/summary-view.ts';
import type { Choice } from '../base/choice.ts';

/** What commands do to charts and answers. Who chooses something of them wants to see it: what is hidden is shown. */
export class AnalysisCommands {
  readonly #panel: AnalysisPanel;
  readonly #answers: AnswersView;
  readonly #onFold: () => void;

  /** @param onFold called when what is below the tabs is to be shown again */
  constructor(panel: AnalysisPanel, answers: AnswersView, onFold: () => void) {
    this.#panel = panel;
    this.#answers = answers;
    this.#onFold = onFold;
  }

  /** Makes what is below the tabs higher or lower by a step; what is hidden is only shown. */
  stretch(step: -1 | 1): void {
    if (this.#panel.folded) this.#onFold();
    else this.#panel.stretch(step);
  }

  /** Gives what is below the tabs its usual height. */
  fit(): void {
    this.#panel.fit();
    this.#unfold();
  }

  /** Shows the next tab (1) or the one before (-1). */
  step(by: -1 | 1): void {
    this.#panel.step(by);
  }

  /** The tabs that can be shown. */
  get tabs(): readonly Choice[] {
    return this.#panel.choices.map(({ label, choose }) => ({
      label,
      choose: () => {
        choose();
        this.#unfold();
      },
    }));
  }

  /** The orders that answers can have. */
  get orders(): readonly Choice[] {
    return this.#answers.orders.map(({ label, choose }) => ({
      label,
      choose: () => {
        choose();
        this.#showAnswers();
      },
    }));
  }

  /** Lists each place and kind, or the first ones again. */
  moreAnswers(): void {
    this.#answers.toggleMore();
    this.#showAnswers();
  }

  #showAnswers(): void {
    this.#panel.choose('answers');
    this.#unfold();
  }

  #unfold(): void {
    if (this.#panel.folded) this.#onFold();
  }
}
