/** Bytes that arrive in parts. A part is not copied before that is necessary. */
export class ByteParts {
  #parts: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** Removes this many bytes from the front and returns them. */
  take(count: number): Uint8Array[] {
    const taken: Uint8Array[] = [];
    let left = count;
    for (let part = this.#parts[0]; part && left > 0; part = this.#parts[0]) {
      taken.push(part.subarray(0, left));
      if (part.length > left) this.#parts[0] = part.subarray(left);
      else this.#parts.shift();
      left -= part.length;
    }
    this.#length -= Math.min(count, this.#length);
    return taken;
  }

  /** Copies all parts into an array, starting at an offset. */
  copyTo(target: Uint8Array, from = 0): void {
    let at = from;
    for (const part of this.#parts) {
      target.set(part, at);
      at += part.length;
    }
  }
}
