import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { violationsOf } from "../support/axe.ts";
import { addExample, node, openEditor, renameNode, savedState, untilOpen, untilSaved } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, read, readMessage } from "./support/seen.ts";

journey("each solution opens in a window of its own, and opening it again brings that window back", async ({ open, admin }) => {
  const name = `Own window ${Date.now()}`;
  const solutionId = await addExample(await admin(), name);
  const { page, context } = await open();
  await signInAt(page, `/admin/solutions?q=${encodeURIComponent(name)}`, adminEmail);
  const opening = context.waitForEvent("page");
  const link = page.getByRole("link", { name, exact: true });
  await link.click();
  const editor = await opening;
  await untilOpen(editor);
  expect(new URL(editor.url()).pathname).toBe(`/solution/${solutionId}`);
  await editor.getByRole("heading", { level: 1, name: `Solution Design - ${name}` }).waitFor();
  await editor.waitForFunction((title) => document.title === title, `Solution Design - ${name} - Airlock`);
  await page.getByRole("button", { name: `Open ${name}` }).click();
  await untilOpen(editor);
  expect(context.pages()).toHaveLength(2);
  await link.press("F2");
  await page.getByRole("textbox", { name: `name of ${name}` }).waitFor();
});

journey("the URL of a solution works through the sign-in; an unknown one is not found", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "By address");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await arrive(page, `/solution/${solutionId}`);
  await page.goto("/solution/01J00000000000000000000000");
  await read(page, "We can't find what you're after");
});

journey("the editor has the console's menu and the account menu in a left drawer, 240 wide", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "With menu");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Executions" }).waitFor();
  expect((await menu.boundingBox())?.width).toBe(240);
  expect(await violationsOf(page)).toEqual([]);
  await menu.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  await page.keyboard.press("Escape");
  await menu.getByRole("link", { name: "Users" }).click();
  await arrive(page, "/admin/users");
});

journey("changes are saved with a message and present after a reload; Undo and Redo step through them", async ({ open, admin }) => {
  const caller = await admin();
  const solutionId = await addExample(caller, "Saved");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  expect(await savedState(page).textContent()).toBe("Saved");
  await renameNode(page, "Bureau score", "Score of the bureau");
  expect(await savedState(page).textContent()).toBe("Unsaved changes");
  await page.getByRole("button", { name: "Undo" }).first().click();
  expect(await savedState(page).textContent()).toBe("Saved");
  await page.getByRole("button", { name: "Redo" }).first().click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await readMessage(page, "Solution saved");
  expect(await savedState(page).textContent()).toBe("Saved");
  const { _embedded: stored } = await caller.do("definition.read", { at: { solutionId } });
  expect(stored.revision).toBe(2);
  expect(stored.solutionDefinition.nodes.map(({ label }) => label)).toContain("Score of the bureau");

  await renameNode(page, "Score of the bureau", "Bureau");
  await page.keyboard.press("Control+s");
  await eventually("the second save", async () => {
    const { revision } = (await caller.do("definition.read", { at: { solutionId } }))._embedded;
    return revision === 3 ? true : undefined;
  });
  await untilSaved(page);
  await page.reload();
  await untilOpen(page);
  await node(page, "Bureau").waitFor();
});

journey("unsaved changes are not lost by accident, neither by navigating nor by closing the window", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "Guarded changes");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await renameNode(page, "Bureau score", "Changed");
  await page.getByRole("link", { name: "Airlock, all solutions" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await arrive(page, `/solution/${solutionId}`);
  let dialogs = 0;
  page.once("dialog", (question) => {
    dialogs += 1;
    void question.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await eventually("the browser to ask", () => Promise.resolve(dialogs === 1 ? true : undefined));
  await page.getByRole("link", { name: "Airlock, all solutions" }).click();
  await dialog.getByRole("button", { name: "Save and leave" }).click();
  await arrive(page, "/admin/solutions");
  await page.goto(`/solution/${solutionId}`);
  await node(page, "Changed").waitFor();
});

journey("without solution.update it is read-only; without solution.execute nothing is executed", async ({ open, admin, person }) => {
  const caller = await admin();
  const solutionId = await addExample(caller, "Look only");
  const { email } = await person({ permissions: ["solutions.list"] });
  const { page } = await open();
  await openEditor(page, solutionId, email);
  await read(page, "Read only");
  for (const name of ["Save", "Execute", "Undo", "Redo"]) {
    expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
  }
  expect(await page.getByRole("complementary", { name: "Components" }).count()).toBe(0);
  await node(page, "Bureau score").click();
  await page.keyboard.press("Shift+Delete");
  await node(page, "Bureau score").waitFor();
  const executor = await person({ permissions: ["solutions.list", "solution.execute"] });
  const other = (await open()).page;
  await openEditor(other, solutionId, executor.email);
  await other.getByRole("button", { name: "Execute" }).click();
  await other.getByText("Test run completed").waitFor();
  expect((await caller.do("definition.read", { at: { solutionId } }))._embedded.revision).toBe(1);
});

journey("axe finds no violations in the editor, with results and details open", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "Accessible");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await node(page, "Bureau score").click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Test run completed").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("tab", { name: /Test cases/ }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByText("% of links covered").waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // Narrow: for reading and running. It says so, shows the name, and nothing overflows.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("To edit this solution, use a window that is at least 700 pixels wide.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Solution Design - Accessible" }).waitFor();
  for (const part of [page.getByRole("toolbar", { name: "View" }), page.getByRole("tab", { name: /Test cases/ })]) {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 1_000 };
    expect(x + width).toBeLessThanOrEqual(390);
  }
  expect(await violationsOf(page)).toEqual([]);
});
