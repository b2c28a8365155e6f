import type { BrushedArea } from './brushed-area.ts';
import type { ChartData, ChartView } from './chart.ts';
import type { PlotArea, PlotFrame } from '../plot/plot-frame.ts';

/** A chart that is drawn in a {@link PlotFrame}: the part that all such charts have in common. */
export abstract class PlotChart implements ChartView {
  abstract readonly key: readonly HTMLElement[];
  protected abstract readonly frame: PlotFrame;

  abstract show(data: ChartData): void;

  /** The plot area of a brush of this chart; undefined if it is another chart's. */
  protected abstract plotArea(area: BrushedArea): PlotArea | undefined;

  get element(): HTMLElement {
    return this.frame.element;
  }

  recolour(): void {
    this.frame.recolour();
  }

  showBrush(area: BrushedArea | undefined): void {
    this.frame.showBrush(area && this.plotArea(area));
  }

  image(): HTMLCanvasElement | undefined {
    return this.frame.image();
  }
}
