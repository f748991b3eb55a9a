/** What the host's page shows, kept up to date while it is looked at, and the deeds of its host. */
import { Problem } from "../api/rest";
import { line } from "../api/shared-socket";
import { sentenceOf } from "../api/problem";
import { calls } from "./calls";
import type { BanInfo, HostPage, PersonHere, ReportInfo, TableHere } from "../api/wire";

/** Who comes and goes is asked for, not told. */
const EVERY = 15_000;
/** What is shown is old: another host was faster, or it is there no more. */
const OLD = ["gone", "report_taken", "report_resolved", "game_over"];

export class Desk {
  page = $state.raw<HostPage | null>(null);
  people = $state.raw<PersonHere[]>([]);
  tables = $state.raw<TableHere[]>([]);
  reports = $state.raw<ReportInfo[]>([]);
  bans = $state.raw<BanInfo[]>([]);
  /** Why nothing can be shown. */
  missing = $state.raw<Error | null>(null);
  /** Why the last deed was not done, and what was done. */
  problem = $state("");
  told = $state("");
  /** The newest report, once it has come. */
  news = $state.raw<ReportInfo | null>(null);
  busy = $state(false);
  private known: Set<string> | null = null;
  private again: () => Promise<unknown> = () => Promise.resolve();

  /** `ask`: for a credential, before a deed is done. */
  constructor(private readonly ask: () => void) {}

  /** Keep it up to date; what is returned ends that. */
  watch(): () => void {
    const leave = line.join({
      opened: () => void this.load(),
      heard: ({ type }) => void (type === "hostnews" && this.load()),
      lost: () => undefined,
    });
    const clock = setInterval(() => void (document.visibilityState === "visible" && this.load()), EVERY);
    return () => {
      clearInterval(clock);
      leave();
    };
  }

  async load(): Promise<void> {
    try {
      const [page, people, tables, reports, bans] = await Promise.all([
        calls.page(),
        calls.people(),
        calls.tables(),
        calls.reports(),
        calls.bans(),
      ]);
      Object.assign(this, { page, people, tables, reports, bans, missing: null });
      this.tell(reports);
    } catch (error) {
      // what was read stays readable while the server does not answer
      if (!this.page || (error instanceof Problem && error.reason === "not_found")) {
        this.page = null;
        this.missing = error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  /** Do something, after a credential was asked for if need be. Returns whether it is done now. */
  async act(deed: () => Promise<unknown>, told = ""): Promise<boolean> {
    this.busy = true;
    this.problem = this.told = "";
    try {
      await deed();
      this.told = told;
      void this.load();
      return true;
    } catch (error) {
      this.fail(error, () => this.act(deed, told));
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The credential was right: what was wanted is done now. */
  proved(): void {
    void this.again();
  }

  private fail(error: unknown, again: () => Promise<unknown>): void {
    const reason = error instanceof Problem ? error.reason : "";
    if (reason === "proof_needed") {
      this.again = again;
      this.ask();
    } else this.problem = sentenceOf(error);
    if (OLD.includes(reason)) void this.load();
  }

  private tell(reports: ReportInfo[]): void {
    const { known } = this;
    const fresh = known && reports.filter(({ id }) => !known.has(id));
    if (fresh?.length) this.news = fresh.at(-1) ?? null;
    this.known = new Set(reports.map(({ id }) => id));
  }
}
