interface TabsProps<Id extends string> {
  readonly label: string;
  /** Each has a panel with the ID `panel-…`. */
  readonly tabs: readonly (readonly [Id, string])[];
  readonly selected: Id;
  /** The user selects another tab. */
  readonly onSelect: (id: Id) => void;
}

/**
 * A tab bar. One tab is in the tab order; arrow keys, Home and End move the focus and select.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const choose = (id: Id, focus: boolean) => {
    if (id === selected) return;
    const button = document.getElementById(`tab-${id}`);
    if (focus) button?.focus();
    onSelect(id);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex(([id]) => id === selected);
    const targets: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const to = targets[event.key];
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    choose(tab[0], true);
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" onKeyDown={onKey}>
      {tabs.map(([id, name]) => (
        <button
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-controls={`panel-${id}`}
          aria-selected={id === selected}
          tabindex={id === selected ? 0 : -1}
          class="tab"
          onClick={() => choose(id, false)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
