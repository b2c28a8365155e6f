import type { ChartData, ChartView } from './chart-common.ts';
import type { PlotFrame } from './plot-frame.ts';

/** A chart that is drawn in a frame of uPlot's: what all of them leave to the frame. */
export abstract class PlotChart implements ChartView {
  abstract readonly key: readonly HTMLElement[];
  protected abstract readonly frame: PlotFrame;

  abstract show(data: ChartData): void;

  get element(): HTMLElement {
    return this.frame.element;
  }

  recolour(): void {
    this.frame.recolour();
  }

  clearBrush(): void {
    this.frame.clearBrush();
  }

  image(): HTMLCanvasElement | undefined {
    return this.frame.image();
  }
}
