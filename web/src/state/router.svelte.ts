/** The address bar as state. Links are plain anchors; clicks on our own are kept in the page. */
const piecesOf = (path: string): string[] => path.split("/").filter(Boolean).map(decoded);

/** An address that somebody cut in the middle of a sign is read as it stands. */
function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

class Router {
  /** Where the page that is shown stands. While another one is fetched the address bar is ahead of it. */
  path = $state(location.pathname);
  query = $state(location.search);
  private ahead = $state(location.pathname);
  /** Whether this page was reached from another one of ours. */
  moved = false;

  go(href: string, replace = false): void {
    if (replace) history.replaceState(null, "", href);
    else history.pushState(null, "", href);
    this.read();
    this.moved = true;
    if (!replace) window.scrollTo(0, 0);
  }

  /** The pieces of the path: /t/abc is ["t", "abc"]. */
  get parts(): string[] {
    return piecesOf(this.path);
  }

  get params(): URLSearchParams {
    return new URLSearchParams(this.query);
  }

  /** Which page is wanted. */
  get kind(): string {
    return piecesOf(this.ahead)[0] ?? "";
  }

  /** The wanted page is there: from now on it is spoken of, and no longer of the last one. */
  arrive(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  private read(): void {
    this.ahead = location.pathname;
    if (this.kind === (this.parts[0] ?? "")) this.arrive();
  }

  listen(): void {
    addEventListener("popstate", () => this.read());
    addEventListener("click", (event) => this.follow(event));
  }

  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented) return;
    const url = new URL(link.href, location.href);
    const ours = url.origin === location.origin && !url.pathname.startsWith("/api/");
    if (!ours || link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#"))
      return;
    event.preventDefault();
    this.go(url.pathname + url.search);
  }
}

export const router = new Router();
