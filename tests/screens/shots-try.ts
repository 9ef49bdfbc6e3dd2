import type { Page } from "playwright-core";
import { issueKey } from "../support/decision.ts";
import { idOf } from "../support/id-of.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

/** The page of a serving version, with a key if needed. */
async function atVersion({ page, admin }: Scene, status: "serving" | "stopped" = "serving"): Promise<void> {
  const { items } = await admin.do("versions.listAll");
  const found = items.find(({ _embedded }) => _embedded.deploymentStatus === status && !_embedded.solutionName.includes("call"));
  await page.goto(`/admin/versions/${idOf(`${status} version`, found)}`);
  await page.getByRole("table", { name: "Errors" }).waitFor();
}

async function withKey(scene: Scene): Promise<void> {
  const { token } = await issueKey(scene.admin);
  await scene.page.getByRole("button", { name: "A key", exact: true }).click();
  await scene.page.getByLabel("Key of a system account").fill(token);
}

async function execute(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try it" }).click();
}

export const tryShots: readonly Shot[] = [
  screen("try-form", "The API page of a version: its fields as a form", async (scene) => atVersion(scene)),
  screen("try-answer", "What a version answered", async (scene) => {
    await atVersion(scene);
    await execute(scene.page);
    await scene.page.getByRole("link", { name: "Open execution" }).waitFor();
  }),
  screen("try-refused", "Every problem of an input at its field", async (scene) => {
    await atVersion(scene);
    await withKey(scene);
    const fields = scene.page.getByRole("tabpanel").first().getByRole("textbox");
    for (const field of (await fields.all()).slice(0, 3)) await field.fill("?");
    await execute(scene.page);
    await scene.page.getByText("INPUT_INVALID").first().waitFor();
  }),
  screen("try-json", "The same as JSON, with what the version refuses", async (scene) => {
    await atVersion(scene);
    await withKey(scene);
    await scene.page.getByRole("tab", { name: "JSON" }).click();
    await scene.page.getByLabel("Body").fill('{ "height": 2 }');
    await execute(scene.page);
    await scene.page.getByText("INPUT_INVALID").first().waitFor();
  }),
  screen("try-stopped", "A version that does not serve", async (scene) => atVersion(scene, "stopped")),
  screen("try-document", "What a version takes, answers and refuses with", async (scene) => {
    await atVersion(scene);
    await scene.page.getByRole("table", { name: "Errors" }).scrollIntoViewIfNeeded();
  }),
];
