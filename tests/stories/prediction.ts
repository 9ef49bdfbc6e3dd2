import { csvOf } from "../support/add-datasource.ts";
import { ask, issueKey } from "../support/decision.ts";
import { loans } from "../support/loans.ts";
import { adminOf, button, deployFirstVersion, message, openScreen, signIn, type Story } from "./story.ts";

const name = "Default risk";
const solution = "Risk check";
const good = {
  age: 44,
  net_income: 3900,
  monthly_debts: 120,
  bureau_score: 715,
  months_in_job: 140,
  employment: "permanent",
  loan_purpose: "car",
  region: "region 1",
};
const bad = {
  age: 23,
  net_income: 1100,
  monthly_debts: 1200,
  bureau_score: 450,
  months_in_job: 1,
  employment: "none",
  loan_purpose: "debts",
  region: "region 1",
};

export const prediction: Story = {
  name: "prediction",
  task: "from a CSV of 3,000 loans to a deployed decision that uses a trained prediction",
  goalMinutes: 15,

  async walk(hand) {
    const list = hand.page;
    await signIn(hand);
    await hand.step("Import the file", async () => {
      await openScreen(hand, "Datasources");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      const dialog = hand.page.getByRole("dialog", { name: "Add a datasource" });
      await hand.upload(dialog.getByText("choose one", { exact: true }), {
        name: "loans.csv",
        text: csvOf(loans("loans", 3000)),
      });
      await hand.click(button(dialog, "Next"));
      await hand.read(dialog.getByRole("table", { name: "Fields" }));
      await hand.click(button(dialog, "Create"));
      await hand.read(hand.page.getByRole("row").filter({ hasText: "loans" }).getByText("3,000", { exact: true }));
    });
    await hand.step("Choose what to learn", async () => {
      await openScreen(hand, "Predictions");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      await hand.type(hand.page.getByRole("dialog", { name: "New prediction" }).getByRole("textbox", { name: "Name" }), name);
      await hand.press("Enter");
      await hand.click(hand.page.getByRole("tab", { name: "Datasources", exact: true }));
      await hand.choose(hand.page.getByRole("combobox", { name: "Training datasource" }), /loans/);
      await hand.click(hand.page.getByRole("tab", { name: "Field mappings", exact: true }));
      await hand.click(hand.page.getByRole("radio", { name: "Label is defaulted_12m", exact: true }));
    });
    await hand.step("Train", async () => {
      await hand.click(button(hand.page, "Train"));
      await hand.read(hand.page.getByRole("table", { name: "Jobs" }).getByText("Trained", { exact: true }), 300_000);
    });
    await hand.step("Read the report and deploy", async () => {
      await hand.click(button(hand.page, "Model 1"));
      await hand.read(hand.page.getByRole("table", { name: "Measures" }));
      await hand.click(button(hand.page, "Deploy model 1"));
      await hand.read(message(hand.page, `Model 1 of ${name} deployed`));
    });
    await hand.step("Draw a decision that uses it", async () => {
      await openScreen(hand, "Solutions");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      await hand.type(hand.page.getByRole("dialog", { name: "Add a solution" }).getByLabel("Name"), solution);
      const opening = hand.page.context().waitForEvent("page");
      await hand.press("Enter");
      hand.turnTo(await opening);
      const { page } = hand;
      const details = page.getByRole("complementary", { name: "Details" });
      await hand.click(page.locator("[data-node]").filter({ hasText: "Start" }).first());
      await hand.click(page.getByRole("complementary", { name: "Components" }).locator('[data-kind="Prediction"]'));
      await hand.type(details.getByLabel("Name", { exact: true }), "Score");
      await hand.choose(details.getByLabel("Prediction", { exact: true }), name);
      await hand.click(button(details, /^Create \d+ application fields/));
      await hand.choose(details.getByLabel("Score field", { exact: true }), /^New runtime field/);
      await hand.type(page.getByRole("dialog").getByLabel("Name"), "pd");
      await hand.press("Enter");
      await hand.read(page.getByText("No messages. The solution is valid and can run."));
    });
    await deployFirstVersion(hand, solution, list);
  },

  async verify(hand, product) {
    const admin = await adminOf(product);
    const [found] = (await admin.do("solutions.list", { query: { search: solution } })).items;
    const [version] = (await admin.do("solution.versions.list", { at: { solutionId: found?._embedded.webSafeString ?? "" } })).items;
    const { token } = await issueKey(admin, product);
    const scoreOf = async (input: object) => {
      const answer = await ask(product, version?._embedded.webSafeString ?? "", token, input);
      return Number(/"pd":([0-9.eE+-]+)/.exec(await answer.text())?.[1]);
    };
    const [low, high] = [await scoreOf(good), await scoreOf(bad)];
    hand.check(`a good applicant scores below 0.2 (${low.toFixed(3)})`, low < 0.2, true);
    hand.check(`a bad applicant scores above 0.5 (${high.toFixed(3)})`, high > 0.5, true);
  },
};
