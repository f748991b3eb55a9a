/** Reload the page once if files of it did not arrive. A browser does not fetch a module again that it failed to load. */

const RELOADED = "hanamachi.reloaded"; // the place whose files were missing before this page was loaded
const PAUSE = 1000; // milliseconds, for a server that is busy

/** Return the files, and reload the page the first time they are missing at this place. */
export async function orReload<T>(place: string, files: Promise<T>): Promise<T> {
  try {
    const loaded = await files;
    if (sessionStorage.getItem(RELOADED) === place) sessionStorage.removeItem(RELOADED);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(RELOADED) === place) throw error;
    sessionStorage.setItem(RELOADED, place);
    await new Promise((done) => setTimeout(done, PAUSE));
    location.reload();
    return files;
  }
}
