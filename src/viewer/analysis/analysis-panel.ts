import { t } from '../../common/translate.ts';
import { type ChartId, chartIds } from '../charts/chart.ts';
import { element, setText } from '../base/dom.ts';
import { PanelResizer } from './panel-resizer.ts';
import { Tabs } from './tabs.ts';

type TabId = ChartId | 'summary' | 'anomalies';

export interface AnalysisPanelEvents {
  /** The user has chosen another tab. */
  readonly onTab: () => void;
  /** The user wants to hide the content below the tabs, or to show it again. */
  readonly onCollapse: () => void;
  /** The user has changed the height. */
  readonly onResized: () => void;
}

/** Shows charts, summary and anomalies: one of them below the tabs, with a line that explains it. */
export class AnalysisPanel {
  readonly element: HTMLElement;
  readonly #tabs: Tabs<TabId>;
  readonly #collapse = element('button', {
    type: 'button',
    class: 'collapse',
    id: 'collapse',
    'aria-controls': 'analysis',
  });
  readonly #pointed = element('span', { class: 'pointed', role: 'status' });
  readonly #key = element('span', { class: 'keys' });
  readonly #edge: PanelResizer;
  #collapsed = false;

  constructor(panels: Readonly<Record<TabId, HTMLElement>>, events: AnalysisPanelEvents) {
    const tab = (id: TabId, label: string) => ({ id, label, panel: panels[id] });
    this.#tabs = new Tabs<TabId>(
      t('Charts and summary'),
      [
        tab('energy', t('Energy per day')),
        tab('levels', t('Levels')),
        tab('week', t('Hours of the week')),
        tab('gain', t('Energy vs. charge gained')),
        tab('summary', t('Summary')),
        tab('anomalies', t('Anomalies')),
      ],
      events.onTab,
    );
    const content = element('div', { id: 'analysis' }, ...Object.values(panels));
    content.append(element('footer', {}, this.#key, this.#pointed));
    this.#edge = new PanelResizer(t('Height of charts and summary'), content, events.onResized);
    this.element = element(
      'section',
      { class: 'chart', 'aria-label': t('Charts and summary') },
      element('header', {}, this.#tabs.list, this.#collapse),
      content,
      this.#edge.element,
    );
    this.#collapse.addEventListener('click', events.onCollapse);
    this.collapsed = false;
  }

  get collapsed(): boolean {
    return this.#collapsed;
  }

  /** Hides everything but the tabs, so that the table has the space. */
  set collapsed(collapsed: boolean) {
    this.#collapsed = collapsed;
    this.element.classList.toggle('collapsed', collapsed);
    const label = collapsed ? t('Show charts and summary') : t('Hide charts and summary');
    this.#collapse.setAttribute('aria-expanded', String(!collapsed));
    this.#collapse.setAttribute('aria-label', label);
    this.#collapse.title = label;
  }

  /** Height of the content below the tabs, in pixels; undefined: not chosen. */
  get height(): number | undefined {
    return this.#edge.height;
  }

  set height(height: number | undefined) {
    this.#edge.height = height;
  }

  get tab(): string {
    return this.#tabs.selected;
  }

  /** Shows the tab of a saved name, if there is one. */
  set tab(name: string) {
    this.#tabs.selectNamed(name);
  }

  /** The chart whose tab is selected; undefined if the tab is not a chart's. */
  get chart(): ChartId | undefined {
    return chartIds.find((id) => id === this.#tabs.selected);
  }

  /** The title of the selected tab. */
  get title(): string {
    return this.element.querySelector(`#tab-${this.#tabs.selected}`)?.textContent ?? '';
  }

  /** Sets the label of the anomalies' tab, which may include their number. */
  nameAnomalies(label: string): void {
    this.#tabs.setLabel('anomalies', label);
  }

  showKey(key: readonly HTMLElement[]): void {
    this.#key.replaceChildren(...key);
  }

  /** Describes what is under the pointer or the keyboard cursor. */
  point(text: string): void {
    setText(this.#pointed, text);
  }
}
