import type { Page } from "playwright-core";
import { ask, issueKey, serveDecision, untilKnownAt } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { idOf } from "../support/id-of.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

/** The solution of that name, created once: later variants find it unchanged. */
async function solutionNamed(
  { admin }: Scene,
  name: string,
  fill: (solutionId: string, versionId: string) => Promise<void>,
): Promise<string> {
  const { items } = await admin.do("solutions.list", { query: { search: name } });
  const known = items.find(({ _embedded }) => _embedded.name === name)?._embedded.webSafeString;
  if (known !== undefined) return known;
  const { solutionId, versionId } = await serveDecision(admin, name);
  await fill(solutionId, versionId);
  return solutionId;
}

const reasons = ["Bureau report 3.", "New debt bands after the Q3 review.", "Too many applicants were declined since 14:00."];

function nothingReleased(scene: Scene): Promise<string> {
  return solutionNamed(scene, "Merchant onboarding", () => Promise.resolve());
}

function oneLive(scene: Scene): Promise<string> {
  return solutionNamed(scene, "Card limit", async (solutionId, versionWss) => {
    await scene.admin.do("solution.releases.create", { at: { solutionId }, body: { versionWss } });
  });
}

/** Released twice, rolled back, scheduled, cancelled, a failed one, and a former key. */
function longHistory(scene: Scene): Promise<string> {
  const { admin, product } = scene;
  return solutionNamed(scene, "Personal loan", async (solutionId, first) => {
    const at = { solutionId };
    const version = async (versionName: string) =>
      (await admin.do("solution.versions.create", { at, body: { versionName } }))._embedded.webSafeString;
    const release = async (versionWss: string, reason = "", beginsDate?: string) =>
      (await admin.do("solution.releases.create", { at, body: { versionWss, reason, ...(beginsDate && { beginsDate }) } }))._embedded
        .webSafeString;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const second = await version("2.0");
    await release(first, reasons[0]);
    await release(second, reasons[1]);
    await release(first, reasons[2]);
    await admin.do("release.cancel", { at: { releaseId: await release(second, "Again with the new bands.", tomorrow) } });
    const deleted = await version("2.1");
    const failing = await release(deleted, "Sanctions list of November.", new Date(Date.now() + 2_000).toISOString());
    await admin.do("version.delete", { at: { versionId: deleted } });
    await eventually("the release of a deleted version to fail", async () => {
      const { status } = (await admin.do("release.read", { at: { releaseId: failing } }))._embedded;
      return status === "failed" ? true : undefined;
    });
    await release(await version("3.0"), "Affordability service at its new address.", tomorrow);
    await admin.do("solution.update", { at, body: { key: "consumer-loan" } });
    const { token } = await issueKey(admin);
    await untilKnownAt(product, token);
    for (let age = 16; age < 28; age += 1) await ask(product, first, token, { age });
  });
}

async function atReleases(page: Page, solutionId: string): Promise<void> {
  await page.goto(`/admin/solutions/${solutionId}/releases`);
  await page.getByRole("region", { name: "History" }).waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function atVersions(page: Page): Promise<void> {
  await page.goto("/admin/solutions?q=Personal%20loan");
  await page.getByRole("button", { name: "Versions of Personal loan" }).click();
}

export const releaseShots: readonly Shot[] = [
  screen("releases-none", "Nothing is released yet", async (scene) => atReleases(scene.page, await nothingReleased(scene))),
  screen("releases-one", "One version is live", async (scene) => atReleases(scene.page, await oneLive(scene))),
  screen("releases-history", "Released, rolled back, scheduled, cancelled and failed", async (scene) =>
    atReleases(scene.page, await longHistory(scene)),
  ),
  screen("releases-dialog", "Releasing a version", async (scene) => {
    await atReleases(scene.page, await longHistory(scene));
    await scene.page.getByRole("button", { name: "Release..." }).click();
    await scene.page.getByRole("dialog").getByLabel("Reason").waitFor();
  }),
  screen("releases-key", "Changing the key of a solution", async (scene) => {
    await atReleases(scene.page, await longHistory(scene));
    await scene.page.getByRole("button", { name: "Change key" }).click();
    await scene.page.getByRole("dialog").getByLabel("Key").waitFor();
  }),
  screen("releases-stop", "Stopping the version that is live", async (scene) => {
    await longHistory(scene);
    await atVersions(scene.page);
    const row = scene.page.getByRole("table", { name: "Versions of Personal loan" }).getByRole("row").filter({ hasText: "live" });
    await row.getByRole("button", { name: "Stop..." }).click();
    await scene.page.getByText(/in the last 24 hours/).waitFor();
  }),
  screen("releases-versions", "Which version of a solution is live", async (scene) => {
    await longHistory(scene);
    await atVersions(scene.page);
    await scene.page.getByText("live", { exact: true }).waitFor();
  }),
  screen("releases-api", "Calling the live version at the address of its solution", async (scene) => {
    const { items } = await scene.admin.do("solution.versions.list", { at: { solutionId: await longHistory(scene) } });
    const live = idOf(
      "live version",
      items.find(({ _embedded }) => _embedded.isLive),
    );
    await scene.page.goto(`/admin/versions/${live}`);
    await scene.page.getByRole("group", { name: "Address of" }).getByRole("button", { name: "Solution" }).click();
    await scene.page.getByText("Stays the same when another version is released.").waitFor();
  }),
  screen("releases-stopped", "The live version is stopped", async (scene) => {
    const solutionId = await solutionNamed(scene, "Overdraft", async (id, versionWss) => {
      await scene.admin.do("solution.releases.create", { at: { solutionId: id }, body: { versionWss } });
      await scene.admin.do("version.stop", { at: { versionId: versionWss } });
    });
    await atReleases(scene.page, solutionId);
    await scene.page.getByText(/^Calls at this address are refused/).waitFor();
  }),
  screen("releases-error", "The releases cannot be read", async (scene) => {
    const solutionId = await oneLive(scene);
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.stop("api");
    await jump(scene.page, "solutions");
    await scene.page.getByText("Something went wrong.").waitFor();
    await scene.page.evaluate((path) => {
      window.history.pushState({}, "", path);
      window.dispatchEvent(new PopStateEvent("popstate"));
    }, `/admin/solutions/${solutionId}/releases`);
    await scene.page.getByRole("heading", { name: "Releases" }).waitFor();
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
];
