import { addAccount } from "../support/people.ts";
import { invitationLink } from "../support/inbox.ts";
import { answerSignInForm } from "../support/sign-in.ts";
import { adminOf, button, message, openScreen, signIn, type Story } from "./story.ts";

const organisation = "Northbank";
const people = [
  { firstName: "Lena", lastName: "Brandt", role: "Designer", sees: ["Solutions"], never: ["Users", "Audit"] },
  { firstName: "Omar", lastName: "Haddad", role: "Engineer", sees: ["Solutions", "Users", "Executions"], never: ["Audit"] },
  { firstName: "Ines", lastName: "Costa", role: "Auditor", sees: ["Solutions", "Users", "Audit"], never: [] },
] as const;

function emailOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName}.${lastName}@northbank.test`.toLowerCase();
}

export const administrator: Story = {
  name: "administrator",
  task: "from an empty console to an organisation with three people in different roles",
  goalMinutes: 10,

  async prepare(product) {
    for (const one of people) await addAccount(product, emailOf(one), one.firstName, one.lastName);
  },

  async walk(hand) {
    await signIn(hand);
    await hand.step("Create the organisation", async () => {
      await openScreen(hand, "Organisations");
      await hand.click(button(hand.page.getByRole("main"), "Add"));
      await hand.type(hand.page.getByRole("dialog", { name: "Add an organisation" }).getByRole("textbox", { name: "Name" }), organisation);
      await hand.press("Enter");
      await hand.read(message(hand.page, "Organisation added"));
    });
    for (const [index, one] of people.entries()) {
      await hand.step(`Invite ${one.firstName} as ${one.role}`, async () => {
        if (index === 0) await openScreen(hand, "Users");
        await hand.click(button(hand.page.getByRole("main"), "Add"));
        const dialog = hand.page.getByRole("dialog", { name: "Add a user" });
        await hand.type(dialog.getByLabel("First name"), one.firstName);
        await hand.press("Tab");
        await hand.type(dialog.getByLabel("Last name"), one.lastName);
        await hand.press("Tab");
        await hand.type(dialog.getByRole("textbox", { name: "Email" }), emailOf(one));
        await hand.press("Tab");
        await hand.type(dialog.getByRole("combobox", { name: "Organisation" }), organisation);
        await hand.click(hand.page.getByRole("option", { name: organisation }));
        await hand.choose(dialog.getByRole("combobox", { name: "Roles" }), new RegExp(`^${one.role}`));
        await hand.press("Escape");
        await hand.click(button(dialog, "Create"));
        await hand.read(message(hand.page, `An invitation is on its way to ${emailOf(one)}`));
      });
    }
    await hand.step("Read the list", async () => {
      for (const one of people)
        await hand.read(
          hand.page
            .getByRole("row")
            .filter({ hasText: emailOf(one) })
            .getByText(one.role),
        );
    });
  },

  async verify(hand, product) {
    const admin = await adminOf(product);
    for (const one of people) {
      const [user] = (await admin.do("users.list", { query: { search: emailOf(one) } })).items;
      const roles = user?._embedded.roles?.map(({ name }) => name);
      hand.check(`roles of ${one.firstName}`, roles, [one.role]);
      const context = await hand.page
        .context()
        .browser()
        ?.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
      if (context === undefined) throw new Error("The browser is gone.");
      const page = await context.newPage();
      await page.goto((await invitationLink(product, emailOf(one))).href);
      await page.getByRole("button", { name: /^Continue to/ }).click();
      await answerSignInForm(page, emailOf(one));
      await page.getByRole("banner").getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
      const shown = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
      const has = (screen: string) => shown.some((text) => text.trim() === screen);
      hand.check(`${one.firstName} sees ${one.sees.join(", ")}`, one.sees.filter(has), [...one.sees]);
      hand.check(`${one.firstName} sees more`, one.never.filter(has), []);
      await context.close();
    }
  },
};
