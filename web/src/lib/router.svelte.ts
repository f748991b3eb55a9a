/** The address bar as state. Links are plain anchors; clicks on our own are kept in the page. */
class Router {
  path = $state(location.pathname);
  query = $state(location.search);
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
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  get params(): URLSearchParams {
    return new URLSearchParams(this.query);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = location.search;
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
