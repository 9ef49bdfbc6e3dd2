import { registerSW } from "virtual:pwa-register";
import { note } from "../parts/fault/report.ts";
import type { Messages } from "../ui/messages/messages.ts";

const lookEveryMillis = 10 * 60_000;

function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/** A page loaded after the deploy runs the new build already, although the worker that stores it still waits. */
async function runsOldBuild(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
    const latest = new DOMParser().parseFromString(await response.text(), "text/html");
    return entryOf(latest) !== entryOf(document);
  } catch {
    return false;
  }
}

/** Registers the service worker that caches the console for offline use, and shows a message when a newer version has been deployed. */
export function watchForNewVersion(messages: Messages): void {
  const takeNewVersion = () => {
    // The worker reloads the pages it takes over. One that was open before any worker is never taken over: it reloads by itself.
    const isWorkersPage = navigator.serviceWorker.controller !== null;
    void refresh(true).then(() => isWorkersPage || window.location.reload());
  };
  const refresh = registerSW({
    onNeedRefresh() {
      note("New content is available; please refresh.");
      const tell = async () => {
        if (!(await runsOldBuild())) return;
        messages.say("info", "A new version of the product is now available", "refresh the page to start using it", {
          lasting: true,
          action: { label: "Refresh", run: takeNewVersion },
        });
      };
      void tell();
    },
    onRegisteredSW(_address, registration) {
      if (!registration) return;
      const look = () => void registration.update().catch(() => {});
      setInterval(look, lookEveryMillis);
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") look();
      });
    },
  });
}
