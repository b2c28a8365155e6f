import type { Disposable } from '../../common/event.ts';
import type { EnvironmentSettings } from './configured-environments.ts';
import { sandboxEnvironment } from './environments.ts';
import type { SettingMistake } from './setting-mistakes.ts';

/** What was told already; VS Code's Memento fits. */
interface ToldMistakes {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface SettingMistakeReporterOptions {
  readonly settings: EnvironmentSettings;
  readonly told: ToldMistakes;
  readonly tell: (mistake: SettingMistake) => void;
  /** Runs the work when nobody types any more: files save themselves while they are typed. */
  readonly whenQuiet: (work: () => void) => Disposable;
}

const toldKey = 'vehicleData.settingMistakes';

/** Tells each mistake in the settings once, until it is put right. Looks at the start and after each change. */
export class SettingMistakeReporter implements Disposable {
  readonly #options: SettingMistakeReporterOptions;
  readonly #subscription: Disposable;
  #pending: Disposable | undefined;

  constructor(options: SettingMistakeReporterOptions) {
    this.#options = options;
    this.#subscription = options.settings.onDidChange(() => this.#lookSoon());
    this.#lookSoon();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#pending?.dispose();
  }

  #lookSoon(): void {
    this.#pending?.dispose();
    this.#pending = this.#options.whenQuiet(() => void this.#look());
  }

  async #look(): Promise<void> {
    const { settings, told, tell } = this.#options;
    const before: unknown = told.get(toldKey);
    const known: readonly unknown[] = Array.isArray(before) ? before : [];
    const [selected, entries] = [settings.selected(), settings.entries()];
    if (known.length === 0 && isAsInstalled(selected, entries)) return;
    // The checks come with zod, which most windows do without.
    const { settingMistakes } = await import('./setting-mistakes.ts');
    const mistakes = settingMistakes(selected, entries);
    if (mistakes.length === 0 && known.length === 0) return;
    await told.update(
      toldKey,
      mistakes.map(({ text }) => text),
    );
    for (const mistake of mistakes) if (!known.includes(mistake.text)) tell(mistake);
  }
}

/** Both settings without a change of the person's. */
function isAsInstalled(selected: unknown, entries: object): boolean {
  return selected === sandboxEnvironment && Object.keys(entries).length === 0;
}
