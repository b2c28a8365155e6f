/** Milliseconds from the beginning of a load to its first chart, and from one to the next. */
const chartStep = 400;

/**
 * When the chart is drawn while records arrive: not often, and not soon either. What comes in less time is better drawn
 * once, when it is there.
 */
export class RedrawThrottle {
  #load: object | undefined;
  #drawn = 0;

  /**
   * Whether it is to be drawn now; if so, it counts as drawn.
   *
   * @param load is another object with each load
   * @param now in milliseconds
   */
  isDue(load: object, now: number): boolean {
    const begins = load !== this.#load;
    this.#load = load;
    const due = !begins && now - this.#drawn >= chartStep;
    if (begins || due) this.#drawn = now;
    return due;
  }
}
