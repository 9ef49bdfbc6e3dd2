import { expect } from "vitest";
import { hear, openWorkbench, type Sentence } from "./support/hear.ts";
import { journey } from "./support/journey.ts";

/** Conditions and setters: sections 3, 5 and 9. */
const rules: readonly Sentence[] = [
  {
    says: "Easy Rule (label, conditionFields 'If', thenFields 'Then')",
    seen: async (panels) => {
      await panels.select("rule");
      await panels.details.getByRole("heading", { name: "If", exact: true }).waitFor();
      await panels.details.getByRole("heading", { name: "Then", exact: true }).waitFor();
    },
  },
  {
    says: "Condition operators ==, !=, >, <, >=, <=.",
    seen: async (panels) => expect(await panels.offered("Condition 1 operator")).toEqual(["==", "!=", ">", "<", ">=", "<="]),
  },
  {
    says: "rightHandDatasource (Application, Runtime or Literal)",
    seen: async (panels) => expect(await panels.offered("Condition 1 value source")).toEqual(["Application", "Runtime", "Literal"]),
  },
  {
    says: "Integer inputs accept only integer text (optional minus)",
    seen: async (panels) => {
      expect(await panels.typed("Condition 1 value", "1.8x")).toBe("18");
      await panels.details.getByText("Enter a whole number, like 18 or -2.").waitFor();
      expect(await panels.typed("Condition 1 value", "-2-1")).toBe("-21");
    },
  },
  {
    says: "If the left field is Integer, right-hand fields are limited to Integer fields",
    seen: async (panels) => {
      await panels.field("Condition 1 value source").selectOption("Runtime");
      // Those of the other origin stand below, and bring their origin along.
      expect(await panels.offered("Condition 1 value")).toEqual(["Choose a field", "points", "age", "New runtime field…"]);
      await panels.field("Condition 1 value").selectOption({ label: "age" });
      await panels.holds("Condition 1 value source", "Application");
      await panels.field("Condition 1 value source").selectOption("Runtime");
    },
  },
  {
    says: "if Float, String fields are excluded",
    seen: async (panels) => {
      await panels.field("Condition 1 field").selectOption("net_income");
      expect(await panels.offered("Condition 1 value")).toEqual([
        "Choose a field",
        "ratio",
        "points",
        "age",
        "net_income",
        "New runtime field…",
      ]);
    },
  },
  {
    says: "Float inputs only numeric text (no leading zeros, optional fraction)",
    seen: async (panels) => {
      await panels.field("Condition 1 value source").selectOption("Literal");
      expect(await panels.typed("Condition 1 value", "01.25.")).toBe("0.25");
      await panels.details.getByText("Enter a number, like 18 or -2.5.").waitFor();
    },
  },
  {
    says: "String fields allow only ==, != (and =).",
    seen: async (panels) => {
      await panels.field("Condition 1 field").selectOption("residency");
      expect(await panels.offered("Condition 1 operator")).toEqual(["==", "!="]);
      expect(await panels.offered("Setter 1 operator")).toEqual(["="]);
    },
  },
  {
    says: "A literal right-hand value in a condition matches the left field type: String anything",
    seen: async (panels) => expect(await panels.typed("Condition 1 value", "a-1.%")).toBe("a-1.%"),
  },
  {
    says: "conditionalOperator (&& or ||)",
    seen: async (panels) => {
      await panels.button("Add condition").click();
      const join = panels.details.getByRole("group", { name: "Condition 2 is joined by" });
      expect(await join.getByRole("button", { pressed: true }).textContent()).toBe("and");
      await join.getByRole("button", { name: "or" }).click();
      expect(await join.getByRole("button", { pressed: true }).textContent()).toBe("or");
      await panels.button("Delete condition 2").click();
      await expect.poll(() => panels.details.getByRole("group", { name: "Condition 2", exact: true }).count()).toBe(0);
    },
  },
  {
    says: "Runtime setter item: same shape, left side always a runtime field.",
    seen: async (panels) => {
      expect(await panels.offered("Setter 1 field")).toEqual(["Choose a field", "result", "ratio", "points", "New runtime field…"]);
      expect(await panels.field("Setter 1 source").count()).toBe(0);
    },
  },
  {
    says: "Setter operators =, +=, -=.",
    seen: async (panels) => {
      await panels.field("Setter 1 field").selectOption("points");
      expect(await panels.offered("Setter 1 operator")).toEqual(["=", "+=", "-="]);
    },
  },
  {
    says: "a link with conditions is edited like a rule, and may be otherwise",
    seen: async (panels) => {
      await panels.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: "Affordability" }).first().click();
      await panels.button("Add condition").click();
      await panels.field("Condition 1 field").selectOption("age");
      expect(await panels.typed("Condition 1 value", "21")).toBe("21");
      await panels.field("Label").fill("adults");
      await panels.page.getByText("adults", { exact: true }).first().waitFor();
      await panels.details.getByRole("checkbox", { name: /^Otherwise/ }).check();
      await expect.poll(() => panels.field("Condition 1 field").count()).toBe(0);
    },
  },
];

journey("conditions and setters follow the type of their field", async (stage) => {
  await hear(await openWorkbench(stage, "Rules"), rules);
});

/** Calculations and scores: sections 3, 5 and 9. */
const numbers: readonly Sentence[] = [
  {
    says: "Calculation (label, calculations, resultField); Calculation operators +, -, /, *, ^.",
    seen: async (panels) => {
      await panels.select("sum");
      expect(await panels.offered("Item 2 operator")).toEqual(["+", "-", "/", "*", "^"]);
      expect(await panels.offered("Result")).toEqual(["Choose a field", "ratio", "points", "New runtime field…"]);
    },
  },
  {
    says: "Calculations allow only Integer and Float fields",
    seen: async (panels) =>
      expect(await panels.offered("Item 1 value")).toEqual([
        "Choose a field",
        "age",
        "net_income",
        "ratio",
        "points",
        "New application field…",
      ]),
  },
  { says: "a literal must be numeric", seen: async (panels) => expect(await panels.typed("Item 2 value", "1e2.5")).toBe("12.5") },
  {
    says: "The calculation delete button shows only for items after the second",
    seen: async (panels) => {
      await panels.button("Add item").click();
      await panels.button("Delete item 3").waitFor();
      expect(await panels.button("Delete item 1").count()).toBe(0);
      expect(await panels.button("Delete item 2").count()).toBe(0);
    },
  },
  {
    says: "the indent action is limited to levels below the item count minus 2; Calculation indent 15 px per level",
    seen: async (panels) => {
      const into = panels.button("Put item 2 into parentheses");
      const left = async () => (await panels.details.getByRole("group", { name: /^Item 2/ }).boundingBox())?.x ?? 0;
      const before = await left();
      await into.click();
      await expect.poll(left).toBe(before + 15);
      expect(await into.getAttribute("aria-disabled")).toBe("true");
      await panels.field("Item 2 value").press("Alt+ArrowLeft");
      await expect.poll(left).toBe(before);
      await panels.field("Item 2 value").press("Alt+ArrowRight");
      await expect.poll(left).toBe(before + 15);
    },
  },
  {
    says: "Range brackets: [ or ( for start, ] or ) for end; new range defaults '[' and ')'; a new range from-value defaults to the previous row's to-value",
    seen: async (panels) => {
      await panels.select("bands");
      expect([...(await panels.offered("Band 1 start bracket"))].sort()).toEqual(["(", "["]);
      expect([...(await panels.offered("Band 1 end bracket"))].sort()).toEqual([")", "]"]);
      await panels.typed("Band 2 to", "600");
      await panels.button("Add band").click();
      await panels.holds("Band 3 from", "600");
      await panels.holds("Band 3 start bracket", "[");
      await panels.holds("Band 3 end bracket", ")");
    },
  },
  {
    says: "Score 'Points', range bounds and list scores accept numeric text only.",
    seen: async (panels) => {
      expect(await panels.typed("Band 3 points", "3o0")).toBe("30");
      expect(await panels.typed("Band 3 from", "62o")).toBe("62");
      expect(await panels.typed("Band 3 to", "x7,5")).toBe("75");
      expect(await panels.typed("Default points", "-1a")).toBe("-1");
      await panels.select("list");
      expect(await panels.typed("Value 1 points", "5 points")).toBe("5");
    },
  },
  {
    says: "Range score item: reasonCode; List score item: value, score, reasonCode",
    seen: async (panels) => {
      expect(await panels.typed("Value 1 text", "BE")).toBe("BE");
      expect(await panels.typed("Value 1 reason code", "R07")).toBe("R07");
      await panels.field("Value 1 reason code").press("Enter");
      await panels.field("Value 2 text").waitFor();
      await panels.page.keyboard.type("DE");
      await panels.holds("Value 2 text", "DE");
      await panels.button("Delete value 2").click();
    },
  },
  {
    says: "gaps and overlaps are told beside the bands, with a way to mend them",
    seen: async (panels) => {
      await panels.select("bands");
      await panels.typed("Band 3 from", "620");
      await panels.typed("Band 3 to", "700");
      const gap = panels.details.getByRole("listitem").filter({ hasText: "no band holds 600 to below 620" }).last();
      await gap.getByRole("button", { name: "Extend [540, 600) to 620" }).click();
      await panels.holds("Band 2 to", "620");
      await gap.waitFor({ state: "detached" });
    },
  },
  {
    says: "a score table is pasted from a spreadsheet, with a preview of what does not parse",
    seen: async (panels) => {
      await panels.button("Paste table").click();
      const dialog = panels.page.getByRole("dialog", { name: "Paste table" });
      await dialog.getByRole("textbox").fill("From\tTo\tPoints\tReason\n\t10\t1\tR1\n10\tmany\t2\t\n20\t\t3\t");
      await dialog.getByText("'many' is not the end of a band").waitFor();
      await dialog.getByText("1 line cannot be read and will be left out.").waitFor();
      await dialog.getByRole("button", { name: "Paste 2 bands" }).click();
      await panels.holds("Band 1 to", "10");
      await panels.holds("Band 1 reason code", "R1");
      await panels.holds("Band 2 from", "20");
      expect(await panels.field("Band 3 from").count()).toBe(0);
      await panels.page.keyboard.press("Control+z");
      await panels.field("Band 3 from").waitFor();
    },
  },
];

journey("calculations and scores take numbers as the specification has them", async (stage) => {
  await hear(await openWorkbench(stage, "Numbers"), numbers);
});

/** Web call and prediction: sections 3, 5 and 9. */
const connections: readonly Sentence[] = [
  {
    says: "Web call methods GET, POST, PUT, DELETE, default GET.",
    seen: async (panels) => {
      await panels.select("call");
      expect(await panels.offered("Method")).toEqual(["GET", "POST", "PUT", "DELETE"]);
      await panels.holds("Method", "GET");
    },
  },
  {
    says: "ids are shown back as names",
    seen: (panels) => panels.holds("URL", "https://bureau.example.com/reports/${application.residency}"),
  },
  {
    says: "Field-selector text replaces references like ${application.Name} with ids (and offers them)",
    seen: async (panels) => {
      await panels.field("URL").press("Control+End");
      await panels.page.keyboard.type("/${app");
      await panels.details.getByRole("listbox", { name: "Fields for URL" }).getByRole("option", { name: /^age/ }).waitFor();
      await panels.page.keyboard.type("lication.net");
      await panels.page.keyboard.press("Enter");
      await panels.holds("URL", "https://bureau.example.com/reports/${application.residency}/${application.net_income}");
      await panels.page.keyboard.press("Tab");
      await panels.tab("Application data fields");
      await panels.button("Rename net_income").click();
      await panels.page.keyboard.type("income");
      await panels.page.keyboard.press("Enter");
      await panels.tab("Properties");
      await panels.holds("URL", "https://bureau.example.com/reports/${application.residency}/${application.income}");
    },
  },
  {
    says: "unknown ones become ${application.unknown} or ${runtime.unknown}",
    seen: async (panels) => {
      await panels.field("URL").fill("https://bureau.example.com/${application.nobody}/${runtime.nothing}");
      await panels.page.keyboard.press("Tab");
      await panels.holds("URL", "https://bureau.example.com/${application.unknown}/${runtime.unknown}");
    },
  },
  {
    says: "New key/value keys default to 'new', then 'new1', 'new2', and so on to stay unique.",
    seen: async (panels) => {
      for (const [index, key] of ["new", "new1", "new2"].entries()) {
        await panels.button("Add header").click();
        await panels.holds(`Header ${index + 1} name`, key);
      }
    },
  },
  {
    says: "Web call (method, URL, body, response mapping)",
    seen: async (panels) => {
      expect(await panels.field("Body").count()).toBe(0);
      await panels.field("Method").selectOption("POST");
      await panels.field("Body").fill('{"score": ${runtime.points}}');
      await panels.page.keyboard.press("Tab");
      await panels.holds("Body", '{"score": ${runtime.points}}');
    },
  },
  {
    says: "Output item: datasetType (default application), fieldName, param (a JSON query), tried on a sample response",
    seen: async (panels) => {
      await panels.button("Add mapping").click();
      await panels.holds("Mapping 2 dataset", "application");
      await panels.field("Mapping 2 field").selectOption("age");
      await panels.typed("Mapping 2 query", "$.person.age");
      await panels.details.getByText("Try on a sample response").click();
      await panels.field("Sample response").fill('{"score": 641, "person": {"age": "old"}}');
      await panels.details.getByRole("group", { name: "Mapping 1" }).getByText("In the sample: 641").waitFor();
      await panels.details.getByText('The sample has "old" there, but the field takes a whole number.').waitFor();
    },
  },
  {
    says: "a time limit takes whole milliseconds",
    seen: async (panels) => {
      await panels.field("Time limit in ms").fill("soon");
      await panels.page.keyboard.press("Enter");
      await panels.details.getByText("Enter a whole number from 1 to 60,000.").waitFor();
      await panels.field("Time limit in ms").fill("1500");
      await panels.page.keyboard.press("Enter");
      await panels.holds("Time limit in ms", "1500");
    },
  },
  {
    says: "Prediction (config, input fields, score field)",
    seen: async (panels) => {
      await panels.select("prediction");
      await panels.field("Prediction").waitFor();
      await panels.button("Add input").click();
      await panels.typed("Input 1 name", "income");
      await panels.field("Input 1 field").selectOption("income");
      expect(await panels.offered("Score field")).toEqual(["Choose a field", "ratio", "New runtime field…"]);
    },
  },
];

journey("web calls and predictions refer to fields by name and hold them by id", async (stage) => {
  await hear(await openWorkbench(stage, "Connections"), connections);
});
