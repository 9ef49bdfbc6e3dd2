import type { Scene, Shot } from "./shot.ts";

const seeded = [
  { name: "BureauApiKey", hosts: ["api.bureau.example.com"] },
  { name: "FraudScoreToken", hosts: ["scores.fraud.example.com", "eu.scores.fraud.example.com"] },
];

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atSecrets({ page, admin }: Scene): Promise<void> {
  const { items } = await admin.do("secrets.list");
  for (const one of seeded) {
    if (items.some(({ _embedded }) => _embedded.name === one.name)) continue;
    await admin.do("secrets.create", { body: { ...one, value: "a value that nobody sees" } });
  }
  await page.goto("/admin/secrets");
  await page.getByText("BureauApiKey", { exact: true }).first().waitFor();
}

export const secretShots: readonly Shot[] = [
  screen("secrets-full", "Secrets for web calls", atSecrets),
  screen("secrets-new", "A new secret", async (scene) => {
    await atSecrets(scene);
    const { page } = scene;
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "New secret" });
    await dialog.getByLabel("Name").fill("BureauApiKey2");
    await dialog.getByLabel("Hosts it may be sent to").fill("not a host");
    await dialog.locator("[aria-invalid=true]").waitFor();
  }),
];
