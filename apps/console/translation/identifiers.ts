import { child, childList, children, nameOf, parseSource, textOf, type Syntax } from "./syntax.ts";

/** Calls that compare their arguments with a value. */
const comparing =
  /^(includes|has|get|set|delete|startsWith|endsWith|indexOf|literal|enum|is|closest|matches|querySelector|querySelectorAll)$/;

/**
 * The values in a source that the code compares: literal types, operands of `===`, cases of a `switch`, values of `z.enum`, arrays that are
 * `as const`. They have a meaning for the program, so they are no texts anywhere. A literal type of four words or more is a text that
 * has a type.
 */
export function identifiersIn(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const add = (node: Syntax | undefined) => {
    const text = textOf(node);
    if (text !== undefined) found.push(text);
  };
  const visit = (node: Syntax): void => {
    if (node.type === "TSLiteralType") {
      const text = textOf(child(node, "literal"));
      if (text !== undefined && text.split(" ").length < 4) found.push(text);
    } else if (node.type === "BinaryExpression" && /^(===|!==|==|!=|in)$/.test(String(node["operator"]))) {
      add(child(node, "left"));
      add(child(node, "right"));
    } else if (node.type === "SwitchCase") add(child(node, "test"));
    else if (node.type === "CallExpression" && comparing.test(nameOf(child(node, "callee")))) {
      const list = child(child(node, "callee") ?? node, "object");
      for (const value of [...childList(node, "arguments"), ...(list === undefined ? [] : [list])]) {
        add(value);
        for (const element of childList(value, "elements")) add(element);
      }
    } else if (node.type === "TSAsExpression" && nameOf(child(child(node, "typeAnnotation") ?? node, "typeName")) === "const") {
      const list = child(node, "expression");
      for (const element of list?.type === "ArrayExpression" ? childList(list, "elements") : []) add(element);
    }
    for (const each of children(node)) visit(each);
  };
  visit(parseSource(file, source));
  return found;
}
