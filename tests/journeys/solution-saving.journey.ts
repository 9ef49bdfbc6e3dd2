import { expect } from "vitest";
import { addExample, chooseFromMenu, node, openEditor, renameNode, savedState, untilOpen } from "./support/editor.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { messages, readMessage } from "./support/seen.ts";

journey("two users save concurrently: the second sees who was first, and both changes are merged", async ({ open, admin, person }) => {
  const caller = await admin();
  const solutionId = await addExample(caller, "Two at once");
  const ann = await person({ firstName: "Ann", name: "Bell", permissions: ["solutions.list", "solution.update"] });
  const [mine, hers] = [(await open()).page, (await open()).page];
  await openEditor(mine, solutionId, adminEmail);
  await openEditor(hers, solutionId, ann.email);
  await renameNode(hers, "Bureau score", "Bureau of Ann");
  await renameNode(hers, "Employment", "Work of Ann");
  await hers.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(hers, "Solution saved");

  // Announced while drawing, before anything is saved here.
  await readMessage(mine, "Ann Bell saved this solution", { timeout: 30_000 });
  await renameNode(mine, "Bureau score", "My bureau");
  await renameNode(mine, "Loan purpose", "My purpose");
  await mine.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = mine.getByRole("dialog", { name: "Ann Bell saved this solution meanwhile" });
  await dialog.getByText("1 place changed by both").waitFor();
  expect(await dialog.getByRole("listitem").filter({ hasText: "Work of Ann" }).count()).toBe(1);
  await dialog.getByLabel(/Ann Bell\s*Bureau of Ann/).check();
  // Nothing is overwritten before the user confirms.
  const labels = async () =>
    (await caller.do("definition.read", { at: { solutionId } }))._embedded.solutionDefinition.nodes.map(({ label }) => label);
  expect(await labels()).toContain("Bureau of Ann");
  expect(await labels()).not.toContain("My purpose");
  await dialog.getByRole("button", { name: "Merge both" }).click();
  await messages(mine).getByText("Ann Bell saved this solution").waitFor({ state: "detached" });
  await mine.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(mine, "Solution saved");
  expect(await labels()).toEqual(expect.arrayContaining(["Bureau of Ann", "Work of Ann", "My purpose"]));
});

journey("unsaved changes survive a crash of the tab and are offered when the solution is opened again", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "Crashed");
  const { page, context } = await open(withServiceWorker);
  await openEditor(page, solutionId, adminEmail);
  await renameNode(page, "Bureau score", "Not saved yet");
  // The draft is written when editing pauses; leaving the page would prompt, a crash does not.
  await page.waitForFunction(async () => {
    const database = await new Promise<IDBDatabase | undefined>((resolve) => {
      const request = indexedDB.open("airlock-drafts");
      // The console creates it; an empty one would conflict.
      request.addEventListener("upgradeneeded", () => request.transaction?.abort());
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => resolve(undefined));
    });
    if (database === undefined) return false;
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction("session").objectStore("session").count();
      request.addEventListener("success", () => resolve(request.result));
    });
    database.close();
    return count > 0;
  });
  await page.close();
  const again = await context.newPage();
  await again.goto(`/solution/${solutionId}`);
  const dialog = again.getByRole("dialog", { name: "Unsaved changes were kept" });
  await dialog.getByText("Not saved yet").first().waitFor();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await node(again, "Not saved yet").waitFor();
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(again, "Solution saved");
  await again.reload();
  await untilOpen(again);
  await node(again, "Not saved yet").waitFor();
  expect(await again.getByRole("dialog", { name: "Unsaved changes were kept" }).count()).toBe(0);
});

journey("without a network nothing is lost: the editor says so, and saves when the network is back", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "No network");
  const { page, context } = await open(withServiceWorker);
  await openEditor(page, solutionId, adminEmail);
  await renameNode(page, "Bureau score", "Drawn offline");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(page, "No response: Airlock cannot be reached");
  expect(await savedState(page).textContent()).toBe("Not saved, kept on this device");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(page, "Solution saved");
});

journey(
  "every save is in the history and can be compared on the diagram and restored; so can the live version",
  async ({ open, admin }) => {
    const caller = await admin();
    const solutionId = await addExample(caller, "History");
    await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
    const [version] = (await caller.do("solution.versions.list", { at: { solutionId } })).items;
    await caller.do("version.deploy", { at: { versionId: version?._embedded.webSafeString ?? "" } });
    const { page } = await open();
    await openEditor(page, solutionId, adminEmail);
    await renameNode(page, "Bureau score", "Second save");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await readMessage(page, "Solution saved");
    await page.getByText("Serving v1").waitFor();

    await chooseFromMenu(page, "History");
    const history = page.getByRole("dialog", { name: "History" });
    await history.getByRole("row", { name: /Version v1/ }).waitFor();
    expect(await history.locator("td strong").allTextContents()).toEqual(["Last save", "Version v1", "Save"]);
    expect(await history.getByRole("row", { name: /Maya Visser/ }).count()).toBe(3);
    await history
      .getByRole("row", { name: /^Last save/ })
      .getByText("1 node changed", { exact: true })
      .waitFor();
    await history
      .getByRole("row", { name: /Version v1/ })
      .getByRole("button", { name: "Compare" })
      .click();
    await page.getByRole("region", { name: "Compare" }).getByText("1 changed").waitFor();
    await page.locator("[data-node].is-changed", { hasText: "Second save" }).waitFor();
    await page.getByRole("complementary", { name: "Changes" }).getByText("Bureau score").waitFor();
    const comparing = page.getByRole("region", { name: "Compare" });
    await page.keyboard.press("Escape");
    await comparing.waitFor({ state: "hidden" });
    // The default is the live version.
    await chooseFromMenu(page, /^Compare$/);
    await comparing.getByText("Version v1 (serving)").waitFor();
    await page.getByRole("button", { name: "End comparing" }).click();

    await chooseFromMenu(page, "History");
    await history
      .getByRole("row", { name: /^Save / })
      .getByRole("button", { name: "Restore" })
      .click();
    await node(page, "Bureau score").waitFor();
    expect(await savedState(page).textContent()).toBe("Unsaved changes");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await node(page, "Second save").waitFor();
    await chooseFromMenu(page, "Revert to the live version (v1)");
    await node(page, "Bureau score").waitFor();
    await readMessage(page, "Reverted to version v1. Save to keep it.");
    await chooseFromMenu(page, "Save and create version");
    const create = page.getByRole("dialog", { name: "Create a version of History" });
    await create.getByLabel("Name").fill("v2");
    await create.getByRole("button", { name: "Create version" }).click();
    await readMessage(page, "v2 of History created");
  },
);
