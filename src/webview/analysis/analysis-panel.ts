import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import { type ChartId, chartIds } from '../charts/chart.ts';
import { element, setText } from '../base/dom.ts';
import { PanelEdge } from './panel-resizer.ts';
import { Tabs } from './tabs.ts';

type TabId = ChartId | 'answers' | 'findings';

export interface AnalysisPanelEvents {
  /** The user has chosen another tab. */
  readonly onTab: () => void;
  /** What is below the tabs is to be hidden, or shown again. */
  readonly onFold: () => void;
  /** The user has made it higher or lower. */
  readonly onPulled: () => void;
}

/** Where charts, answers and what stands out are seen: one of them below its tab, and a line of what it means. */
export class AnalysisPanel {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #tabs: Tabs<TabId>;
  readonly #fold = element('button', { type: 'button', class: 'fold', id: 'fold', 'aria-controls': 'analysis' });
  readonly #pointed = element('span', { class: 'pointed', role: 'status' });
  readonly #key = element('span', { class: 'keys' });
  readonly #edge: PanelEdge;
  #folded = false;

  constructor(strings: ViewerStrings, panels: Readonly<Record<TabId, HTMLElement>>, events: AnalysisPanelEvents) {
    this.#strings = strings;
    const tab = (id: TabId, label: string) => ({ id, label, panel: panels[id] });
    this.#tabs = new Tabs<TabId>(
      strings.charts,
      [
        tab('energy', strings.energyPerDay),
        tab('levels', strings.levels),
        tab('week', strings.week),
        tab('gain', strings.energyByGain),
        tab('answers', strings.answers),
        tab('findings', strings.findings),
      ],
      events.onTab,
    );
    const content = element('div', { id: 'analysis' }, ...Object.values(panels));
    content.append(element('footer', {}, this.#key, this.#pointed));
    this.#edge = new PanelEdge(strings.panelHeight, content, events.onPulled);
    this.element = element(
      'section',
      { class: 'chart', 'aria-label': strings.charts },
      element('header', {}, this.#tabs.list, this.#fold),
      content,
      this.#edge.element,
    );
    this.#fold.addEventListener('click', events.onFold);
    this.folded = false;
  }

  get folded(): boolean {
    return this.#folded;
  }

  /** Leaves only the tabs, so that the table has the room. */
  set folded(folded: boolean) {
    this.#folded = folded;
    this.element.classList.toggle('folded', folded);
    const { showCharts, hideCharts } = this.#strings;
    this.#fold.setAttribute('aria-expanded', String(!folded));
    this.#fold.setAttribute('aria-label', folded ? showCharts : hideCharts);
    this.#fold.title = folded ? showCharts : hideCharts;
  }

  /** Of what is below the tabs, in pixels; undefined: not chosen. */
  get height(): number | undefined {
    return this.#edge.height;
  }

  set height(height: number | undefined) {
    this.#edge.height = height;
  }

  get tab(): string {
    return this.#tabs.selected;
  }

  /** Shows a tab that was kept, if there is one of this name. */
  set tab(name: string) {
    this.#tabs.selectNamed(name);
  }

  /** The chart whose tab is chosen; undefined if that is no chart's. */
  get chart(): ChartId | undefined {
    return chartIds.find((id) => id === this.#tabs.selected);
  }

  /** What the chosen tab is called. */
  get title(): string {
    return this.element.querySelector(`#tab-${this.#tabs.selected}`)?.textContent ?? '';
  }

  /** Names the tab of what stands out; it may say how much that is. */
  nameFindings(label: string): void {
    this.#tabs.setLabel('findings', label);
  }

  showKey(key: readonly HTMLElement[]): void {
    this.#key.replaceChildren(...key);
  }

  /** What stands under the pointer or the keyboard's cursor, in words. */
  point(text: string): void {
    setText(this.#pointed, text);
  }
}
