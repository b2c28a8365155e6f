import { raw } from 'hono/html';

/**
 * Line drawings on a 24-unit grid. They are hidden from screen readers, because the text next to them has the same
 * meaning.
 */
const icon = (shapes: string) => raw(`<svg viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`);

export const icons = {
  application: icon('<path d="m8.5 8-4 4 4 4M15.5 8l4 4-4 4M13.2 5.5l-2.4 13"/>'),
  battery: icon('<rect x="2.5" y="7" width="16.5" height="10" rx="2.5"/><path d="M21.5 10.5v3M6 10v4M9.5 10v4"/>'),
  car: icon(
    '<path d="M4.2 16.5H3v-3.6c0-1 .7-1.8 1.6-2l2-.5L9 7.5c.5-.6 1.2-.9 2-.9h4c.8 0 1.6.4 2.1 1l2.2 2.8 1.2.5c.9.4 1.5 1.2 1.5 2.2v3.4h-2.2M8.8 16.5h6.6M7 10.4h12"/>' +
      '<circle cx="6.5" cy="16.6" r="2.2"/><circle cx="17.6" cy="16.6" r="2.2"/>',
  ),
  charge: icon('<path d="M12.8 3 5.5 13.4h5.3L10.2 21l8.3-11.2h-5.7z"/>'),
  flask: icon('<path d="M9 3h6M10 3v6.2L4.9 17.7A2.2 2.2 0 0 0 6.8 21h10.4a2.2 2.2 0 0 0 1.9-3.3L14 9.2V3M7.5 15h9"/>'),
  key: icon('<circle cx="8" cy="15.5" r="4"/><path d="m11 12.6 8.5-8.4M16 7.7l2.6 2.5"/>'),
  lock: icon('<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V7.8a4 4 0 0 1 8 0v2.7"/>'),
  warning: icon('<path d="M12 4 2.8 19.5h18.4zM12 10v4.4M12 16.9v.1"/>'),
};
