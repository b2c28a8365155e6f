import type { GuidedUi, Reply } from '../../../../src/extension/environments/edit/guided-input.ts';
import type { Remark } from '../../../../src/extension/environments/settings/environment-checks.ts';

/** What the person does at one question: an answer, a way out, or `keep` for what stands there. */
export type Act = { readonly answer: unknown } | 'back' | 'leave' | 'keep';

/** What was asked, as a person sees it. */
export interface Asked {
  readonly title: string;
  readonly place: string;
  readonly value: unknown;
  readonly canGoBack: boolean;
  /** What is said about the text that stands there at first. */
  readonly remark: Remark | undefined;
  readonly labels: readonly string[];
}

/** A person who acts by a script. Leaves where the script ends; a text that is refused is an error. */
export function scripted(acts: readonly Act[]): { ui: GuidedUi; asked: Asked[] } {
  const asked: Asked[] = [];
  const left = [...acts];
  const act = <T>(value: T, accepted: (answer: T) => Remark | undefined): Promise<Reply<T>> => {
    const next = left.shift() ?? 'leave';
    if (next === 'leave') return Promise.resolve({ kind: 'cancelled' });
    if (next === 'back') return Promise.resolve({ kind: 'back' });
    const answer = next === 'keep' ? value : (next.answer as T);
    const remark = accepted(answer);
    if (remark?.severity === 'error') throw new Error(`${String(answer)} is refused: ${remark.message}`);
    return Promise.resolve({ kind: 'answer', value: answer });
  };
  type Seen = Pick<Asked, 'title' | 'canGoBack'> & {
    place?: { step: number; totalSteps: number | undefined } | undefined;
  };
  const see = ({ title, canGoBack, place }: Seen, value: unknown, more: Partial<Asked> = {}) =>
    asked.push({
      title,
      canGoBack,
      place: place ? [place.step, ...(place.totalSteps === undefined ? [] : [place.totalSteps])].join('/') : '',
      value,
      remark: undefined,
      labels: [],
      ...more,
    });
  const ui: GuidedUi = {
    text(question) {
      see(question, question.value, { remark: question.check(question.value), labels: [question.prompt] });
      return act(question.value, question.check);
    },
    choice<T>(question: Parameters<GuidedUi['choice']>[0]) {
      see(question, question.value, { labels: question.choices.map(({ label }) => label) });
      return act(question.value as T, () => undefined);
    },
    choices<T>(question: Parameters<GuidedUi['choices']>[0]) {
      see(question, question.value, { labels: question.choices.map(({ label }) => label) });
      return act(question.value as readonly T[], () => undefined);
    },
  };
  return { ui, asked };
}
