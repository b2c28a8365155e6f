import { displayText } from './display-text.ts';

/** The properties of VS Code's objects whose values are displayed. */
const shownKeys: readonly string[] = [
  ...['label', 'description', 'detail', 'title', 'prompt', 'placeHolder', 'placeholder', 'message'],
  ...['tooltip', 'validationMessage', 'accessibilityInformation'],
];

/** Returns a copy whose texts are displayed literally, whoever wrote them. */
export function shown<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, shownValue(key, value)])) as T;
}

export function shownValue(key: string, value: unknown): unknown {
  if (key === 'items') return (value as object[]).map(shown);
  if (!shownKeys.includes(key)) return value;
  if (typeof value === 'string') return displayText(value);
  // Markdown is left alone: it comes from `tooltip` of `window.ts`.
  return value?.constructor === Object ? shown(value) : value;
}

/** Wraps an object so that texts assigned to it are displayed literally. `own` overrides some of its members. */
export function guarded<T extends object>(object: T, own: Partial<T> = {}): T {
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(key in own ? own : target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, shownValue(String(key), value)),
  });
}
