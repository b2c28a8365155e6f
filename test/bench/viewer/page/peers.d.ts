// As much of the peers' types as is used here: they are installed when they are measured, and not before.
declare module 'ag-grid-community' {
  export interface GridApi {
    getDisplayedRowCount(): number;
    setGridOption(name: 'rowData', value: readonly object[]): void;
    applyColumnState(state: object): void;
    setFilterModel(model: object): void;
  }
  export function createGrid(container: HTMLElement, options: object): GridApi;
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void };
  export const ClientSideRowModelModule: object;
  export const ColumnApiModule: object;
  export const RowApiModule: object;
  export const TextFilterModule: object;
}

declare module 'tabulator-tables' {
  export class Tabulator {
    static registerModule(modules: readonly object[]): void;
    constructor(container: HTMLElement, options: object);
    on(event: 'tableBuilt', listener: () => void): void;
    setData(data: readonly object[]): Promise<void>;
    getDataCount(which: 'active'): number;
    setSort(column: string, direction: 'asc' | 'desc'): void;
    setFilter(field: string, type: 'like', value: string): void;
    clearFilter(headers: boolean): void;
  }
  export const FilterModule: object;
  export const FormatModule: object;
  export const SortModule: object;
}

declare module 'slickgrid' {
  interface SlickEvent<T> {
    subscribe(listener: (event: unknown, args: T) => void): void;
  }
  export class SlickDataView<T extends object> {
    readonly onRowCountChanged: SlickEvent<object>;
    readonly onRowsChanged: SlickEvent<{ rows: number[] }>;
    getLength(): number;
    setItems(items: readonly T[]): void;
    sort(comparer: (a: T, b: T) => number, ascending: boolean): void;
    setFilter(filter: (item: T) => boolean): void;
  }
  export class SlickGrid {
    constructor(container: HTMLElement, data: object, columns: readonly object[], options: object);
    updateRowCount(): void;
    invalidateRows(rows: readonly number[]): void;
    invalidateAllRows(): void;
    render(): void;
  }
}
