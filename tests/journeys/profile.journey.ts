import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { journey } from "./support/journey.ts";
import { chooseFromAccountMenu, onScreen } from "./support/seen.ts";

journey("the profile shows name, email and last login, and nothing of it can be changed", async ({ open, person }) => {
  const { email } = await person({ firstName: "Sofia", name: "Marchetti" });
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await chooseFromAccountMenu(page, "Profile");
  await onScreen(page, "Profile");
  const profile = page.getByRole("region", { name: "Profile" });
  for (const [label, value] of [
    ["Name", /^Sofia Marchetti$/],
    ["Email", new RegExp(`^${email}$`)],
    ["Last login", /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}$/],
  ] as const) {
    const field = profile.getByLabel(label, { exact: true });
    expect(await field.inputValue()).toMatch(value);
    expect(await field.isDisabled()).toBe(true);
  }
  await profile.getByText("SM", { exact: true }).waitFor();
  expect(await profile.getByRole("button").count()).toBe(0);
});
