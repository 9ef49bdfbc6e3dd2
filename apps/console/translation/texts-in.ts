import { messageParts, messageText, type MessagePart } from "./message.ts";
import { child, childList, children, nameOf, parseSource, textOf, type Syntax } from "./syntax.ts";
import { hasLetters, isOpaque, isSentence, isTextList, isTextTable, looksLikeText, namingOf, takesValues } from "./text-rules.ts";

/** What the sources have in common: values that are compared somewhere, and names of CSS classes. */
export interface Vocabulary {
  readonly identifiers: ReadonlySet<string>;
  readonly classNames: ReadonlySet<string>;
}

/** Writes a range of the source with the texts in it replaced. */
type Render = (start: number, end: number) => string;

export interface FoundText {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The message for any number but one. */
  readonly plural?: string;
  /** The source that shows the translation instead; `others` are the plural forms. */
  readonly replacement: (translation: string, render: Render, others?: readonly string[]) => string;
}

interface Step {
  readonly node: Syntax;
  readonly from: Syntax;
}

/** The texts of a source, outer ones before those within their gaps. */
export function textsIn(file: string, source: string, vocabulary: Vocabulary): readonly FoundText[] {
  const found: FoundText[] = [];
  const visit = (node: Syntax, path: readonly Step[]): void => {
    if (
      /^(?:TS.*(?:Type|Declaration|Signature|Keyword)|Import.*|Export(?:All)Declaration|TaggedTemplateExpression|ThrowStatement)$/.test(
        node.type,
      )
    )
      return;
    if (node.type === "JSXElement" && isOpaque(nameOf(child(child(node, "openingElement") ?? node, "name")))) return;
    const text = textAt(node, path);
    if (text !== undefined) found.push(text.found);
    for (const each of text?.within ?? children(node)) visit(each, [{ node, from: each }, ...path]);
  };
  const textAt = (node: Syntax, path: readonly Step[]): { readonly found: FoundText; readonly within: readonly Syntax[] } | undefined => {
    if (node.type === "JSXElement" || node.type === "JSXFragment") return elementText(node);
    if (node.type === "CallExpression" && nameOf(child(node, "callee")) === "counted") return pluralText(node);
    const message = messageOf(node);
    if (message === undefined || !isShown(message, path, vocabulary)) return undefined;
    const expressions = childList(node, "expressions");
    return {
      within: expressions,
      found: {
        start: node.start,
        end: node.end,
        message,
        replacement: (translation, render) => {
          const written = templateSource(translation, (index) => render(expressions[index]?.start ?? 0, expressions[index]?.end ?? 0));
          return path[0]?.node.type === "JSXAttribute" ? `{${written}}` : written;
        },
      },
    };
  };
  visit(parseSource(file, source), []);
  return found;
}

function messageOf(node: Syntax): string | undefined {
  const literal = textOf(node);
  if (literal !== undefined) return messageText([{ kind: "text", text: literal }]);
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = childList(node, "quasis").flatMap((quasi, index): readonly MessagePart[] => {
    const { cooked } = quasi["value"] as { readonly cooked: string };
    return [...(index === 0 ? [] : [{ kind: "value", index: index - 1 } as const]), { kind: "text", text: cooked }];
  });
  return messageText(parts);
}

function templateSource(message: string, gap: (index: number) => string): string {
  const parts = messageParts(message);
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "text") return JSON.stringify(only.text);
  const written = parts.map((part) =>
    part.kind === "text" ? part.text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`) : `\${${gap(part.index)}}`,
  );
  return `\`${written.join("")}\``;
}

/** Whether a literal is shown: by the first thing around it that has a name, else by how it looks. */
function isShown(message: string, path: readonly Step[], { identifiers, classNames }: Vocabulary): boolean {
  if (!hasLetters(message)) return false;
  const isText = () => !identifiers.has(message) && looksLikeText(message, classNames);
  if (isInTextTable(path) || isInTextList(path)) return true;
  let isNamed = true;
  for (const [index, { node, from }] of path.entries()) {
    switch (node.type) {
      case "TemplateLiteral": {
        // What a text is composed of is a text, too.
        const whole = messageOf(node) ?? "";
        if (hasLetters(whole)) return isShown(whole, path.slice(index + 1), { identifiers, classNames });
        isNamed = false;
        continue;
      }
      case "ConditionalExpression":
        if (node["test"] === from) return false;
        continue;
      case "LogicalExpression":
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        continue;
      case "ArrowFunctionExpression":
      case "ArrayExpression":
      case "ObjectExpression":
      case "ReturnStatement":
      case "BlockStatement":
      case "IfStatement":
      case "SwitchCase":
      case "SwitchStatement":
      case "SpreadElement":
        if (node["test"] === from || node["discriminant"] === from) return false;
        isNamed = false;
        continue;
      case "JSXExpressionContainer":
        continue;
      case "JSXElement":
      case "JSXFragment":
        return true;
      case "JSXAttribute":
      case "Property":
      case "PropertyDefinition":
      case "VariableDeclarator":
      case "AssignmentPattern":
      case "AssignmentExpression":
      case "FunctionDeclaration": {
        if (node["key"] === from) return false;
        const naming = namingOf(nameOf(child(node, "name") ?? child(node, "key") ?? child(node, "id") ?? child(node, "left")));
        // A function may return a value or, where there is none, say why.
        const table = path.slice(index + 1).find((step) => step.node.type === "VariableDeclarator");
        if (naming === "value" && node.type === "Property" && isTextTable(nameOf(child(table?.node ?? node, "id")))) return isText();
        if (naming === "value") return node.type === "FunctionDeclaration" && isSentence(message) && isText();
        // A value that is compared may be shown under its own name, but not as one of many under the name of a list or a function.
        if (naming === "text") return isNamed || !identifiers.has(message);
        if (node.type === "Property") {
          isNamed = false;
          continue;
        }
        return isText();
      }
      case "CallExpression":
      case "NewExpression":
        return !takesValues(calledName(node)) && isText();
      case "BinaryExpression":
        return node["operator"] === "+" && isText();
      case "MemberExpression":
        return node["property"] !== from && isText();
      default:
        return isText();
    }
  }
  return false;
}

/** With a dot before the name of a method: `.replace` is of a text, `replace` a function of ours. */
function calledName(call: Syntax): string {
  const callee = child(call, "callee");
  return `${callee?.type === "MemberExpression" ? "." : ""}${nameOf(callee)}`;
}

const wrappers = /^(?:ConditionalExpression|LogicalExpression|ParenthesizedExpression|TS(?:As|Satisfies|NonNull)Expression)$/;

/** Whether a literal is one of a list of texts: `heads={["Day", "Column"]}`. */
function isInTextList(path: readonly Step[]): boolean {
  const [list, owner] = path.filter(({ node }) => !wrappers.test(node.type) && node.type !== "JSXExpressionContainer");
  if (list?.node.type !== "ArrayExpression" || owner === undefined || !/^(?:JSXAttribute|Property)$/.test(owner.node.type)) return false;
  return isTextList(nameOf(child(owner.node, "key") ?? child(owner.node, "name")));
}

/** Whether a literal is the value of a property of a table of texts, whatever the property is called. */
function isInTextTable(path: readonly Step[]): boolean {
  const [property, object, table] = path.filter(({ node }) => !wrappers.test(node.type));
  if (property?.node.type !== "Property" || property.node["value"] === undefined || property.node["key"] === property.from) return false;
  return (
    object?.node.type === "ObjectExpression" &&
    table !== undefined &&
    isTextTable(nameOf(child(table.node, "key") ?? child(table.node, "id")))
  );
}

/** `counted(3, "solution")`: a text with a plural. */
function pluralText(call: Syntax): { readonly found: FoundText; readonly within: readonly Syntax[] } | undefined {
  const [count, one, many] = childList(call, "arguments");
  const singular = textOf(one);
  const plural = many === undefined ? `${singular}s` : textOf(many);
  if (count === undefined || one === undefined || singular === undefined || plural === undefined) return undefined;
  const replacement = (translation: string, render: Render, [other = translation]: readonly string[] = []) =>
    `${render(call.start, count.end)}, ${JSON.stringify(translation)}, ${JSON.stringify(other)})`;
  return { within: [count], found: { start: call.start, end: call.end, message: singular, plural, replacement } };
}

interface Gap {
  readonly open: Syntax;
  readonly close?: Syntax | undefined;
}

/** The children of an element that has a text of its own are one message, with its values and elements as gaps. */
function elementText(element: Syntax): { readonly found: FoundText; readonly within: readonly Syntax[] } | undefined {
  const inside = childList(element, "children");
  if (!inside.some((each) => hasLetters(ownText(each) ?? ""))) return undefined;
  const gaps: Gap[] = [];
  const message = messageText(elementParts(inside, gaps));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const opening = child(element, "openingElement");
  return {
    within: [...(opening === undefined ? [] : [opening]), ...gaps.map(({ open }) => open)],
    found: {
      start: first.start,
      end: last.end,
      message,
      replacement: (translation, render) =>
        messageParts(translation)
          .map((part) => {
            if (part.kind === "text") return `{${JSON.stringify(part.text)}}`;
            const gap = gaps[part.index];
            const node = part.kind === "close" ? gap?.close : gap?.open;
            return node === undefined ? "" : render(node.start, node.end);
          })
          .join(""),
    },
  };
}

function elementParts(inside: readonly Syntax[], gaps: Gap[]): readonly MessagePart[] {
  return inside.flatMap((node): readonly MessagePart[] => {
    const text = ownText(node);
    if (text !== undefined) return text === "" ? [] : [{ kind: "text", text }];
    if (node.type === "JSXExpressionContainer" && child(node, "expression")?.type === "JSXEmptyExpression") return [];
    const index = gaps.length;
    const [open, close] = [child(node, "openingElement"), child(node, "closingElement")];
    const within = childList(node, "children");
    if (
      open !== undefined &&
      close !== undefined &&
      !isOpaque(nameOf(child(open, "name"))) &&
      within.some((each) => hasLetters(ownText(each) ?? ""))
    ) {
      gaps.push({ open, close });
      return [{ kind: "open", index }, ...elementParts(within, gaps), { kind: "close", index }];
    }
    gaps.push({ open: node });
    return [{ kind: node.type === "JSXExpressionContainer" ? "value" : "empty", index }];
  });
}

/** The text of a JSX text or of `{"text"}`, with the white space that is shown; undefined for other children. */
function ownText(node: Syntax): string | undefined {
  if (node.type === "JSXExpressionContainer") return textOf(child(node, "expression"));
  if (node.type !== "JSXText") return undefined;
  const lines = String(node["value"]).split("\n");
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.trimStart();
      return index === lines.length - 1 ? begun : begun.trimEnd();
    })
    .filter((line) => line !== "")
    .join(" ");
}
