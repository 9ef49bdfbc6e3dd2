/**
 * A short way to write definitions in tests and benches:
 *
 *   build({
 *     application: { age: "Integer" },
 *     runtime: { total: "Float", grade: "String" },
 *     nodes: [rule("young", "age < 18 && age >= 0", "total = 5"), state("set", "grade = 'A'", "total += age"), end("end")],
 *     links: ["start > young", "young > set if total > 3", "young > end otherwise", "set > end"],
 *   })
 *
 * A name is the application field of that name, or else the runtime field; texts stand in single quotes. Keys differ from names.
 */
import { type DatasetField, type Definition, type FieldType, type FlowNode, type OperandSource, type WebCallNode } from "@airlock/flow";
export type NodeMaker = (fields: Names) => FlowNode;
type FieldTypes = Readonly<Record<string, FieldType>>;
export interface Draft {
    readonly application?: FieldTypes;
    readonly runtime?: FieldTypes;
    readonly required?: readonly string[];
    readonly nodes: readonly NodeMaker[];
    readonly links: readonly string[];
}
export declare function build(draft: Draft): Definition;
declare class Names {
    #private;
    constructor(application: readonly DatasetField[], runtime: readonly DatasetField[]);
    operand(text: string): {
        readonly source: OperandSource;
        readonly text: string;
        readonly type: FieldType;
    };
    field(text: string): {
        readonly source: "Application" | "Runtime";
        readonly text: string;
        readonly type: FieldType;
    };
}
export declare const end: (id: string) => NodeMaker;
export declare function rule(id: string, condition: string, ...setters: readonly string[]): NodeMaker;
export declare function state(id: string, ...setters: readonly string[]): NodeMaker;
/** `formula` is written with parentheses, which become levels. */
export declare function calculation(id: string, result: string, formula: string): NodeMaker;
/** Bands like `[0,18) 5 R1`; bounds may be left out, and so may the reason code. */
export declare function range(id: string, scored: string, result: string, bands: readonly string[], defaultScore?: string): NodeMaker;
/** Entries like `NL 10 R1`; the value may be empty, and the reason code left out. */
export declare function list(id: string, scored: string, result: string, entries: readonly string[], defaultScore?: string): NodeMaker;
/** Outputs like `$.path > field`; `{field}` in a text becomes a reference. */
export declare function call(id: string, parts: Partial<Pick<WebCallNode, "method" | "url" | "body" | "timeoutMillis" | "headers">>, ...outputs: readonly string[]): NodeMaker;
export declare function predict(id: string, score: string, inputs: Readonly<Record<string, string>>): NodeMaker;
export {};
