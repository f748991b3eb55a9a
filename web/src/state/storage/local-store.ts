/** A drawer of this browser with one thing for each table; the newest few stay. */
export class Drawer<T> {
  /** Where the browser keeps nothing, say in a private window: as long as the page. */
  private readonly here = new Map<string, T>();

  constructor(
    private readonly name: string,
    private readonly most = 50,
  ) {}

  of(table: string): T | undefined {
    const all = this.all();
    return Object.hasOwn(all, table) ? all[table] : this.here.get(table);
  }

  keep(table: string, thing: T): void {
    this.here.set(table, thing);
    const { [table]: _, ...others } = this.all();
    const newest = Object.entries({ ...others, [table]: thing }).slice(-this.most);
    try {
      localStorage.setItem(this.name, JSON.stringify(Object.fromEntries(newest)));
    } catch {
      // refused, or full: it is then lost with the page
    }
  }

  private all(): Record<string, T> {
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? "{}") as Record<string, T>;
    } catch {
      return {};
    }
  }
}
