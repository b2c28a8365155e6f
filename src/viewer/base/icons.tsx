/** Outlines of 16 × 16, in the style of VS Code's own icons. */
const outlines = {
  reload: 'M13 3v3.5H9.5M13 6.5A5.3 5.3 0 1 0 13.2 9.5',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.3v1',
} as const;

interface IconProps {
  readonly name: keyof typeof outlines;
}

/** An icon in the colour of the text. The control around it has the accessible name. */
export function Icon({ name }: IconProps) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
