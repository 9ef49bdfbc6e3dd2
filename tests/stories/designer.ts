import type { Locator } from "playwright-core";
import { ask, issueKey } from "../support/decision.ts";
import { createRandom } from "../support/random.ts";
import type { Recorder } from "./recorder.ts";
import { adminOf, button, deployFirstVersion, openScreen, personWith, signIn, type Story } from "./story.ts";

const email = "dana.designer@airlock.test";
const solution = "Personal loan";

const applicationFields = [
  "age\tInteger\trequired",
  "country\tString\trequired",
  "bureau_score\tInteger\trequired",
  "missed_payments\tInteger\trequired",
  "net_income\tFloat\trequired",
  "monthly_debts\tFloat\trequired",
  "employment\tString\trequired",
];
const runtimeFields = [
  "result\tString",
  "bureau_points\tInteger",
  "arrears_points\tInteger",
  "debt_ratio\tFloat",
  "debt_points\tInteger",
  "employment_points\tInteger",
  "total\tInteger",
];

interface Applicant {
  readonly age: number;
  readonly country: string;
  readonly bureau_score: number;
  readonly missed_payments: number;
  readonly net_income: number;
  readonly monthly_debts: number;
  readonly employment: string;
}

/** The policy as the credit officer wrote it, for comparison with the flow. */
function policy(one: Applicant): { readonly result: string; readonly total?: number } {
  if (one.age < 18 || one.country !== "NL" || one.bureau_score < 300) return { result: "Decline" };
  const { bureau_score: score, missed_payments: missed, employment } = one;
  const ratio = one.monthly_debts / one.net_income;
  const bureau = score < 500 ? 10 : score < 620 ? 25 : score < 700 ? 40 : 60;
  const arrears = missed < 1 ? 20 : missed < 3 ? 5 : 0;
  const debt = ratio < 0.2 ? 20 : ratio < 0.4 ? 10 : 0;
  const work = employment === "permanent" ? 25 : employment === "contract" ? 15 : 5;
  const total = bureau + arrears + debt + work;
  return { result: total >= 80 ? "Approve" : total >= 50 ? "Refer" : "Decline", total };
}

export const designer: Story = {
  name: "designer",
  task: "from an empty console to a decision of 15 nodes that is tested, deployed and right",
  goalMinutes: 10,
  prepare: (product) => personWith(product, email, "Designer"),

  async walk(hand) {
    const list = hand.page;
    await signIn(hand, email);
    await hand.step("Create a blank solution", async () => {
      await openScreen(hand, "Solutions");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      const dialog = hand.page.getByRole("dialog", { name: "Add a solution" });
      await hand.type(dialog.getByLabel("Name"), solution);
      const opening = hand.page.context().waitForEvent("page");
      await hand.press("Enter");
      hand.turnTo(await opening);
      await hand.read(hand.page.getByRole("application", { name: "Diagram" }));
    });
    const draw = new Drawing(hand);
    await hand.step("Paste the data fields", async () => {
      await draw.fields("Application data fields", applicationFields);
      await draw.fields("Runtime data fields", runtimeFields);
    });
    await hand.step("Hard stops", async () => {
      await draw.select("Start");
      await draw.add("EasyRule", "Hard stops");
      await draw.rule("condition", 1, "age", "<", "18");
      await draw.rule("condition", 2, "country", "!=", "NL", "or");
      await draw.rule("condition", 3, "bureau_score", "<", "300");
      await draw.rule("setter", 1, "result", "=", "Decline");
    });
    await hand.step("Bureau points", () =>
      draw.score("RangeScore", "Bureau points", "bureau_score", "bureau_points", [
        "\t500\t10\tR01",
        "500\t620\t25\tR01",
        "620\t700\t40\t",
        "700\t\t60\t",
      ]),
    );
    await hand.step("Arrears points", () =>
      draw.score("RangeScore", "Arrears points", "missed_payments", "arrears_points", ["\t1\t20\t", "1\t3\t5\tR02", "3\t\t0\tR02"]),
    );
    await hand.step("Debt burden", () => draw.calculation("Debt burden", "debt_ratio", "/", ["monthly_debts", "net_income"]));
    await hand.step("Debt points", async () => {
      await draw.add("RangeScore", "Debt points");
      await hand.choose(draw.field("Scored field"), "debt_ratio");
      await draw.bandsByKeys([
        ["", "0.2", "20"],
        ["0.2", "0.4", "10"],
        ["0.4", "", "0"],
      ]);
      await hand.choose(draw.field("Result"), "debt_points");
    });
    await hand.step("Employment points", async () => {
      await draw.score("ListScore", "Employment points", "employment", "employment_points", ["permanent\t25\t", "contract\t15\t"]);
      await hand.type(draw.field("Default points"), "5");
    });
    await hand.step("Total score", () =>
      draw.calculation("Total score", "total", "+", ["bureau_points", "arrears_points", "debt_points", "employment_points"]),
    );
    await hand.step("Approve from 80", async () => {
      await draw.outcome("Approve", "Approve");
      await draw.openLink("Total score", "Approve");
      await draw.rule("condition", 1, "total", ">=", "80");
    });
    await hand.step("Refer from 50", async () => {
      await draw.select("Total score");
      await draw.outcome("Refer", "Refer");
      await draw.openLink("Total score", "Refer");
      await draw.rule("condition", 1, "total", ">=", "50");
      await draw.end("Refer", "Referred");
    });
    await hand.step("Decline otherwise", async () => {
      await draw.select("Total score");
      await draw.outcome("Low score", "Decline");
      await draw.end("Low score", "Too low");
    });
    await hand.step("Decline at the hard stops", async () => {
      await draw.end("Hard stops", "Declined");
      await draw.openLink("Hard stops", "Declined");
      await draw.rule("condition", 1, "result", "==", "Decline");
    });
    // A flow that decides wrongly: a plain link next to the new one with a condition.
    await hand.step("Accept the editor's fix", async () => {
      await hand.read(
        hand.page.getByText("The link from Hard stops to Bureau points has no conditions, so it is always taken", { exact: false }),
      );
      await hand.click(button(hand.page, "Make it otherwise"));
      await hand.read(hand.page.getByText("No messages. The solution is valid and can run."), 10_000);
    });
    await hand.step("Try an applicant of 16", async () => {
      await hand.click(hand.page.getByRole("tab", { name: "Runtime verification" }));
      const values = ["16", "NL", "710", "0", "3000", "300", "permanent"];
      for (const [index, value] of values.entries()) {
        const name = applicationFields[index]?.split("\t")[0] ?? "";
        await hand.type(hand.page.getByRole("textbox", { name: `Test value of ${name}`, exact: true }), value);
        await hand.press("Tab");
      }
      await hand.click(button(hand.page, "Execute"));
      await hand.read(hand.page.getByText("Test run completed"));
      hand.check("an applicant of 16 in the editor", await draw.resultOf("result"), "Decline");
    });
    await hand.step("Try the same of 34", async () => {
      await hand.type(hand.page.getByRole("textbox", { name: "Test value of age", exact: true }), "34");
      await hand.click(button(hand.page, "Execute"));
      await hand.read(hand.page.getByText("125", { exact: true }));
      hand.check("an applicant of 34 in the editor", await draw.resultOf("result"), "Approve");
    });
    await deployFirstVersion(hand, solution, list);
  },

  async verify(hand, product) {
    const admin = await adminOf(product);
    const [found] = (await admin.do("solutions.list", { query: { search: solution } })).items;
    const solutionId = found?._embedded.webSafeString ?? "";
    const [version] = (await admin.do("solution.versions.list", { at: { solutionId } })).items;
    const { token } = await issueKey(admin, product);
    const people = applicants(200);
    const decided = await Promise.all(
      people.map(async (one) => {
        const answer = await ask(product, version?._embedded.webSafeString ?? "", token, one);
        return /"result":"(\w+)"/.exec(await answer.text())?.[1];
      }),
    );
    const wrong = people.filter((one, index) => decided[index] !== policy(one).result);
    hand.check("decisions of the deployed version that differ from the policy, of 200", wrong.length, 0);
    hand.check("different results among them", new Set(decided).size, 3);
  },
};

/** The editor's canvas and panels, as a user uses them. */
class Drawing {
  private readonly hand: Recorder;

  constructor(hand: Recorder) {
    this.hand = hand;
  }

  get details(): Locator {
    return this.hand.page.getByRole("complementary", { name: "Details" });
  }

  field(label: string): Locator {
    return this.details.getByLabel(label, { exact: true });
  }

  node(name: string): Locator {
    return this.hand.page
      .locator("[data-node]")
      .filter({ has: this.hand.page.getByText(name, { exact: true }) })
      .first();
  }

  /** A node outside the visible area is found by fitting the whole diagram. */
  async select(name: string): Promise<void> {
    const isSeen = await this.node(name).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    if (!isSeen) await this.hand.click(button(this.hand.page, "Fit to screen"));
    await this.hand.click(this.node(name));
  }

  async fields(tab: string, rows: readonly string[]): Promise<void> {
    await this.hand.click(this.details.getByRole("tab", { name: tab }));
    await this.hand.click(button(this.details, "Add field"));
    await this.hand.paste(this.details.getByPlaceholder(/paste/).or(this.details.locator("input:focus")).first(), rows.join("\n"));
    await this.hand.read(button(this.details, `Rename ${rows.at(-1)?.split("\t")[0] ?? ""}`));
  }

  /** A pressed component follows the selected node and waits for its name. */
  async add(kind: string, name: string): Promise<void> {
    await this.hand.click(this.hand.page.getByRole("complementary", { name: "Components" }).locator(`[data-kind="${kind}"]`));
    await this.hand.type(this.field("Name"), name);
  }

  async rule(what: "condition" | "setter", at: number, field: string, operator: string, value: string, join?: "or"): Promise<void> {
    const label = `${what === "condition" ? "Condition" : "Setter"} ${at}`;
    await this.hand.click(button(this.details, `Add ${what}`));
    if (join !== undefined) await this.hand.click(button(this.details.getByRole("group", { name: `${label} is joined by` }), join));
    if ((await selected(this.field(`${label} field`))) !== field) await this.hand.choose(this.field(`${label} field`), field);
    if ((await selected(this.field(`${label} operator`))) !== operator) await this.hand.choose(this.field(`${label} operator`), operator);
    await this.hand.type(this.field(`${label} value`), value);
  }

  async score(kind: string, name: string, scored: string, result: string, rows: readonly string[]): Promise<void> {
    await this.add(kind, name);
    await this.hand.choose(this.field("Scored field"), scored);
    await this.hand.click(button(this.details, "Paste table"));
    await this.hand.paste(this.hand.page.getByRole("dialog").locator("textarea").first(), rows.join("\n"));
    await this.hand.click(button(this.hand.page, new RegExp(`^Paste ${rows.length} `)));
    await this.hand.choose(this.field("Result"), result);
  }

  /** The cells in the order of Tab and Enter. */
  async bandsByKeys(bands: readonly (readonly [string, string, string])[]): Promise<void> {
    await this.hand.click(button(this.details, "Add band"));
    for (const [index, [from, to, points]] of bands.entries()) {
      const cell = (name: string) => this.field(`Band ${index + 1} ${name}`);
      if ((await cell("from").inputValue()) !== from) await this.hand.type(cell("from"), from);
      if (to !== "") await this.hand.type(cell("to"), to);
      await this.hand.type(cell("points"), points);
      if (index < bands.length - 1) await this.hand.press("Enter");
    }
  }

  async calculation(name: string, result: string, operator: string, fields: readonly string[]): Promise<void> {
    await this.add("Calculation", name);
    await this.hand.choose(this.field("Result"), result);
    for (const [index, field] of fields.entries()) {
      if (index > 1) await this.hand.click(button(this.details, "Add item"));
      const label = `Item ${index + 1}`;
      if (index > 0 && (await selected(this.field(`${label} operator`))) !== operator)
        await this.hand.choose(this.field(`${label} operator`), operator);
      await this.hand.choose(this.field(`${label} value`), field);
    }
  }

  async outcome(name: string, value: string): Promise<void> {
    await this.add("SetState", name);
    await this.rule("setter", 1, "result", "=", value);
  }

  async openLink(from: string, to: string): Promise<void> {
    await this.select(from);
    await this.hand.click(this.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: to }).first());
  }

  /** A separate End after a node. */
  async end(after: string, name: string): Promise<void> {
    await this.select(after);
    await this.add("End", name);
  }

  async resultOf(field: string): Promise<string> {
    const row = this.hand.page.getByRole("region", { name: "Results" }).locator("section", { hasText: "Runtime results" });
    return row.getByRole("row").filter({ hasText: field }).first().getByRole("cell").nth(1).innerText();
  }
}

async function selected(list: Locator): Promise<string> {
  return list.evaluate((element) => (element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? "") : ""));
}

function applicants(count: number): readonly Applicant[] {
  const random = createRandom(7);
  return Array.from({ length: count }, () => ({
    age: 16 + Math.floor(random.next() * 50),
    country: random.next() < 0.93 ? "NL" : "BE",
    bureau_score: 250 + Math.floor(random.next() * 550),
    missed_payments: Math.floor(random.next() * 5),
    net_income: 1000 + Math.floor(random.next() * 3000),
    monthly_debts: Math.floor(random.next() * 1200),
    employment: random.pick(["permanent", "contract", "none"]),
  }));
}
