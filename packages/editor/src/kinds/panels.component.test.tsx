import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { hear, type Sentence } from "../testing/react/hear.ts";
import { press, type } from "../testing/react/input.ts";
import { mountEditor } from "../testing/react/mount-editor.tsx";
import { Panels } from "../testing/react/panels.ts";
import { gone, seen } from "../testing/react/seen.ts";
import { workbench } from "../testing/workbench.ts";

const panels = new Panels();

/** Conditions and setters: sections 3, 5 and 9. */
const rules: readonly Sentence[] = [
  {
    says: "Easy Rule (label, conditionFields 'If', thenFields 'Then')",
    seen: async () => {
      await panels.select("rule");
      await seen(panels.details.getByRole("heading", { name: "If", exact: true }));
      await seen(panels.details.getByRole("heading", { name: "Then", exact: true }));
    },
  },
  {
    says: "Condition operators ==, !=, >, <, >=, <=.",
    // Keys of lists have four more.
    seen: async () =>
      expect(panels.offered("Condition 1 operator")).toEqual([
        "==",
        "!=",
        ">",
        "<",
        ">=",
        "<=",
        "between",
        "in list",
        "not in list",
        "is missing",
      ]),
  },
  {
    says: "rightHandDatasource (Application, Runtime or Literal)",
    seen: async () => expect(panels.offered("Condition 1 value source")).toEqual(["Application", "Runtime", "Literal"]),
  },
  {
    says: "Integer inputs accept only integer text (optional minus)",
    seen: async () => {
      expect(await panels.typed("Condition 1 value", "12.5")).toBe("12.5");
      await seen(panels.details.getByText("Enter a whole number, like 18 or -2."));
      expect(panels.field("Condition 1 value").element().getAttribute("aria-invalid")).toBe("true");
      // After the field loses the focus, the message is still shown.
      await press("Tab");
      await panels.holds("Condition 1 value", "12.5");
      expect(await panels.typed("Condition 1 value", "-21")).toBe("-21");
      await gone(panels.details.getByText("Enter a whole number, like 18 or -2."));
    },
  },
  {
    says: "If the left field is Integer, right-hand fields are limited to Integer fields",
    seen: async () => {
      await panels.field("Condition 1 value source").selectOptions("Runtime");
      // Fields of the other origin are listed below; choosing one also changes the origin.
      expect(panels.offered("Condition 1 value")).toEqual(["Choose a field", "points", "age", "New runtime field…"]);
      await panels.field("Condition 1 value").selectOptions("age");
      await panels.holds("Condition 1 value source", "Application");
      await panels.field("Condition 1 value source").selectOptions("Runtime");
    },
  },
  {
    says: "if Float, String fields are excluded",
    seen: async () => {
      await panels.field("Condition 1 field").selectOptions("net_income");
      expect(panels.offered("Condition 1 value")).toEqual(["Choose a field", "ratio", "points", "age", "net_income", "New runtime field…"]);
    },
  },
  {
    says: "Float inputs only numeric text (no leading zeros, optional fraction)",
    seen: async () => {
      await panels.field("Condition 1 value source").selectOptions("Literal");
      expect(await panels.typed("Condition 1 value", "01.25")).toBe("01.25");
      await seen(panels.details.getByText("Enter a number, like 18 or -2.5."));
      expect(await panels.typed("Condition 1 value", "0.25")).toBe("0.25");
    },
  },
  {
    says: "String fields allow only ==, != (and =).",
    seen: async () => {
      await panels.field("Condition 1 field").selectOptions("residency");
      // Beside being the same or not: lists, parts of texts, and missing ones; never an order.
      expect(panels.offered("Condition 1 operator")).toEqual([
        "==",
        "!=",
        "in",
        "not in",
        "in list",
        "not in list",
        "contains",
        "starts with",
        "is missing",
      ]);
      expect(panels.offered("Setter 1 operator")).toEqual(["="]);
    },
  },
  {
    says: "A literal right-hand value in a condition matches the left field type: String anything",
    seen: async () => expect(await panels.typed("Condition 1 value", "a-1.%")).toBe("a-1.%"),
  },
  {
    says: "conditionalOperator (&& or ||)",
    seen: async () => {
      await panels.button("Add condition").click();
      const join = panels.details.getByRole("group", { name: "Condition 2 is joined by" });
      expect(join.getByRole("button", { pressed: true }).element().textContent).toBe("and");
      await join.getByRole("button", { name: "or" }).click();
      expect(join.getByRole("button", { pressed: true }).element().textContent).toBe("or");
      await panels.button("Delete condition 2").click();
      await gone(panels.details.getByRole("group", { name: "Condition 2", exact: true }));
    },
  },
  {
    says: "Runtime setter item: same shape, left side always a runtime field.",
    seen: async () => {
      expect(panels.offered("Setter 1 field")).toEqual(["Choose a field", "result", "ratio", "points", "New runtime field…"]);
      expect(panels.field("Setter 1 source").elements()).toEqual([]);
    },
  },
  {
    says: "Setter operators =, +=, -=.",
    seen: async () => {
      await panels.field("Setter 1 field").selectOptions("points");
      expect(panels.offered("Setter 1 operator")).toEqual(["=", "+=", "-="]);
    },
  },
  {
    says: "a link with conditions is edited like a rule, and may be otherwise",
    seen: async () => {
      await panels.details.getByRole("region", { name: "Leads to" }).getByRole("button", { name: "Affordability" }).first().click();
      await panels.button("Add condition").click();
      await panels.field("Condition 1 field").selectOptions("age");
      expect(await panels.typed("Condition 1 value", "21")).toBe("21");
      await panels.field("Label").fill("adults");
      await seen(page.getByText("adults", { exact: true }).first());
      await panels.details.getByRole("checkbox", { name: /^Otherwise/ }).click();
      await gone(panels.field("Condition 1 field"));
    },
  },
];

test("a refused number leaves the document with the value from before, without the digits that were taken on the way", async () => {
  const { editor } = await mountEditor(workbench());
  const before = JSON.stringify(editor.definition);
  await panels.select("rule");
  await panels.focus("Condition 1 value");
  await press("Control+A");
  await type("12.5");
  expect(panels.value("Condition 1 value")).toBe("12.5");
  expect(JSON.stringify(editor.definition)).toBe(before);
});

test("conditions and setters follow the type of their field", async () => {
  await mountEditor(workbench());
  await hear(rules);
});

/** Calculations and scores: sections 3, 5 and 9. */
const numbers: readonly Sentence[] = [
  {
    says: "Calculation (label, calculations, resultField); Calculation operators +, -, /, *, ^.",
    seen: async () => {
      await panels.select("sum");
      expect(panels.offered("Item 2 operator")).toEqual(["+", "-", "/", "*", "^"]);
      expect(panels.offered("Result")).toEqual(["Choose a field", "ratio", "points", "New runtime field…"]);
    },
  },
  {
    says: "Calculations allow only Integer and Float fields",
    seen: async () =>
      expect(panels.offered("Item 1 value")).toEqual(["Choose a field", "age", "net_income", "ratio", "points", "New application field…"]),
  },
  {
    says: "a literal must be numeric",
    seen: async () => {
      expect(await panels.typed("Item 2 value", "1e2")).toBe("1e2");
      await seen(panels.details.getByText("Enter a number, like 18 or -2.5."));
      expect(await panels.typed("Item 2 value", "12.5")).toBe("12.5");
    },
  },
  {
    says: "The calculation delete button shows only for items after the second",
    seen: async () => {
      await panels.button("Add item").click();
      await seen(panels.button("Delete item 3"));
      expect(panels.button("Delete item 1").elements()).toEqual([]);
      expect(panels.button("Delete item 2").elements()).toEqual([]);
    },
  },
  {
    says: "the indent action is limited to levels below the item count minus 2; Calculation indent 15 px per level",
    seen: async () => {
      const into = panels.button("Put item 2 into parentheses");
      const left = () =>
        panels.details
          .getByRole("group", { name: /^Item 2/ })
          .element()
          .getBoundingClientRect().x;
      const before = left();
      await into.click();
      await expect.poll(left).toBe(before + 15);
      expect(into.element().getAttribute("aria-disabled")).toBe("true");
      await panels.pressIn("Item 2 value", "Alt+ArrowLeft");
      await expect.poll(left).toBe(before);
      await panels.pressIn("Item 2 value", "Alt+ArrowRight");
      await expect.poll(left).toBe(before + 15);
    },
  },
  {
    says: "Range brackets: [ or ( for start, ] or ) for end; new range defaults '[' and ')'; a new range from-value defaults to the previous row's to-value",
    seen: async () => {
      await panels.select("bands");
      expect([...panels.offered("Band 1 start bracket")].sort()).toEqual(["(", "["]);
      expect([...panels.offered("Band 1 end bracket")].sort()).toEqual([")", "]"]);
      await panels.typed("Band 2 to", "600");
      await panels.button("Add band").click();
      await panels.holds("Band 3 from", "600");
      await panels.holds("Band 3 start bracket", "[");
      await panels.holds("Band 3 end bracket", ")");
    },
  },
  {
    says: "Score 'Points', range bounds and list scores accept numeric text only.",
    seen: async () => {
      expect(await panels.typed("Band 3 points", "3o0")).toBe("3o0");
      await seen(panels.details.getByText("Enter a number, like 18 or -2.5."));
      expect(await panels.typed("Band 3 points", "30")).toBe("30");
      expect(await panels.typed("Band 3 from", "62")).toBe("62");
      expect(await panels.typed("Band 3 to", "7,5")).toBe("7,5");
      expect(await panels.typed("Default points", "-1")).toBe("-1");
      await panels.select("list");
      expect(await panels.typed("Value 1 points", "5")).toBe("5");
    },
  },
  {
    says: "Range score item: reasonCode; List score item: value, score, reasonCode",
    seen: async () => {
      expect(await panels.typed("Value 1 text", "BE")).toBe("BE");
      expect(await panels.typed("Value 1 reason code", "R07")).toBe("R07");
      await panels.pressIn("Value 1 reason code", "Enter");
      await seen(panels.field("Value 2 text"));
      await type("DE");
      await panels.holds("Value 2 text", "DE");
      await panels.button("Delete value 2").click();
    },
  },
  {
    says: "gaps and overlaps are shown beside the bands, with a quick fix",
    seen: async () => {
      await panels.select("bands");
      await panels.typed("Band 3 from", "620");
      await panels.typed("Band 3 to", "700");
      const gap = panels.details.getByRole("listitem").filter({ hasText: "no band holds 600 to below 620" }).last();
      await gap.getByRole("button", { name: "Extend [540, 600) to 620" }).click();
      await panels.holds("Band 2 to", "620");
      await gone(gap);
    },
  },
  {
    says: "a score table is pasted from a spreadsheet, with a preview of what does not parse",
    seen: async () => {
      await panels.button("Paste table").click();
      const dialog = page.getByRole("dialog", { name: "Paste table" });
      await dialog.getByRole("textbox").fill("From\tTo\tPoints\tReason\n\t10\t1\tR1\n10\tmany\t2\t\n20\t\t3\t");
      await seen(dialog.getByText("'many' is not the end of a band"));
      await seen(dialog.getByText("1 line cannot be read and will be left out."));
      await dialog.getByRole("button", { name: "Paste 2 bands" }).click();
      await panels.holds("Band 1 to", "10");
      await panels.holds("Band 1 reason code", "R1");
      await panels.holds("Band 2 from", "20");
      expect(panels.field("Band 3 from").elements()).toEqual([]);
      await press("Control+z");
      await seen(panels.field("Band 3 from"));
    },
  },
];

test("calculations and scores take numbers as the specification has them", async () => {
  await mountEditor(workbench());
  await hear(numbers);
});

/** Web call and prediction: sections 3, 5 and 9. */
const connections: readonly Sentence[] = [
  {
    says: "Web call methods GET, POST, PUT, DELETE, default GET.",
    seen: async () => {
      await panels.select("call");
      expect(panels.offered("Method")).toEqual(["GET", "POST", "PUT", "DELETE"]);
      await panels.holds("Method", "GET");
    },
  },
  {
    says: "ids are shown back as names",
    seen: () => panels.holds("URL", "https://bureau.example.com/reports/${application.residency}"),
  },
  {
    says: "Field-selector text replaces references like ${application.Name} with ids (and offers them)",
    seen: async () => {
      await panels.pressIn("URL", "Control+End");
      await type("/${app");
      await seen(panels.details.getByRole("listbox", { name: "Fields for URL" }).getByRole("option", { name: /^age/ }));
      await type("lication.net");
      await press("Enter");
      await panels.holds("URL", "https://bureau.example.com/reports/${application.residency}/${application.net_income}");
      await press("Tab");
      await panels.tab("Application data fields");
      await panels.button("Rename net_income").click();
      await type("income");
      await press("Enter");
      await panels.tab("Properties");
      await panels.holds("URL", "https://bureau.example.com/reports/${application.residency}/${application.income}");
    },
  },
  {
    says: "unknown ones become ${application.unknown} or ${runtime.unknown}",
    seen: async () => {
      await panels.field("URL").fill("https://bureau.example.com/${application.nobody}/${runtime.nothing}");
      await press("Tab");
      await panels.holds("URL", "https://bureau.example.com/${application.unknown}/${runtime.unknown}");
    },
  },
  {
    says: "New key/value keys default to 'new', then 'new1', 'new2', and so on to stay unique.",
    seen: async () => {
      for (const [index, key] of ["new", "new1", "new2"].entries()) {
        await panels.button("Add header").click();
        await panels.holds(`Header ${index + 1} name`, key);
      }
    },
  },
  {
    says: "Web call (method, URL, body, response mapping)",
    seen: async () => {
      expect(panels.field("Body").elements()).toEqual([]);
      await panels.field("Method").selectOptions("POST");
      await panels.field("Body").fill('{"score": ${runtime.points}}');
      await press("Tab");
      await panels.holds("Body", '{"score": ${runtime.points}}');
    },
  },
  {
    says: "Output item: datasetType (default application), fieldName, param (a JSON query), tried on the mock response",
    seen: async () => {
      await panels.button("Add mapping").click();
      await panels.holds("Mapping 2 dataset", "application");
      await panels.field("Mapping 2 field").selectOptions("age");
      await panels.typed("Mapping 2 query", "$.person.age");
      await panels.button("Use a mock response").click();
      await panels.field("Mock response of Bureau report").fill('{"score": 641, "person": {"age": "old"}}');
      await seen(panels.details.getByRole("group", { name: "Mapping 1" }).getByText("In the mock response: 641"));
      await seen(panels.details.getByText('The mock response has "old" there, but the field takes a whole number.'));
    },
  },
  {
    says: "a live call keeps the mock response to try queries on, and it can be used again",
    seen: async () => {
      await panels.button("Use live call").click();
      await seen(panels.details.getByText("Live call", { exact: true }));
      await panels.holds("Mock response of Bureau report", '{"score": 641, "person": {"age": "old"}}');
      await panels.button("Use a mock response").click();
      await seen(panels.button("Use live call"));
      await panels.field("Status").fill("20");
      await press("Enter");
      await seen(panels.details.getByText("Enter a whole number from 100 to 999."));
    },
  },
  {
    says: "a failed call fails the execution, or continues with a default value for each mapping and a field that says so",
    seen: async () => {
      expect(panels.offered("If it fails")).toEqual(["Fail the execution", "Continue with default values"]);
      expect(panels.field("Mapping 1 default value").elements()).toEqual([]);
      await panels.field("If it fails").selectOptions("continue");
      await panels.typed("Mapping 1 default value", "600");
      await panels.holds("Mapping 1 default value", "600");
      expect(panels.offered("Failed field (optional)")).toEqual(["Choose a field", "points", "New runtime field…"]);
      await panels.field("If it fails").selectOptions("fail");
      await expect.poll(() => panels.field("Mapping 1 default value").elements()).toEqual([]);
    },
  },
  {
    says: "a time limit takes whole milliseconds",
    seen: async () => {
      await panels.field("Time limit in ms").fill("soon");
      await press("Enter");
      await seen(panels.details.getByText("Enter a whole number from 1 to 60,000."));
      await panels.field("Time limit in ms").fill("1500");
      await press("Enter");
      await panels.holds("Time limit in ms", "1500");
    },
  },
  {
    says: "Prediction (config, input fields, score field)",
    seen: async () => {
      await panels.select("prediction");
      await seen(panels.field("Prediction"));
      await panels.button("Add input").click();
      await panels.typed("Input 1 name", "income");
      await panels.field("Input 1 field").selectOptions("income");
      expect(panels.offered("Score field")).toEqual(["Choose a field", "ratio", "New runtime field…"]);
    },
  },
];

test("web calls and predictions refer to fields by name and hold them by id", async () => {
  await mountEditor(workbench());
  await hear(connections);
});
