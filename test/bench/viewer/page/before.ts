/** Has something done before each call of a method, whoever calls it. */
export function before<T extends object>(owner: T, method: keyof T & string, act: (self: unknown) => void): void {
  const original = owner[method] as (...given: unknown[]) => unknown;
  Object.assign(owner, {
    [method](this: unknown, ...given: unknown[]) {
      act(this);
      return original.apply(this, given);
    },
  });
}
