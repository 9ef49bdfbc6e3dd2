/**
 * The maximum size of a definition. The parser refuses larger ones, so that everything after it (validator, compiler, stored rows, the
 * canvas) works on bounded input.
 */
export const limits = {
  nodes: 2_000,
  links: 8_000,
  fields: 500,
  testValues: 500,
  testCases: 1_000,
  comments: 500,
  commentLength: 2_000,
  /** Values, expected values or mock responses of one test case; mock responses of a solution. */
  caseEntries: 500,
  /** A mock response of a web call. */
  recordedBodyLength: 100_000,
  conditions: 200,
  /** Values that one condition compares with. */
  conditionValues: 1_000,
  setters: 200,
  calculationItems: 200,
  /** Deepest nesting of parentheses in a calculation. */
  calculationLevel: 32,
  /** Results of one Formula node; characters of one formula as it is stored, and how deep it may be nested. */
  formulas: 50,
  formulaLength: 5_000,
  formulaDepth: 50,
  /** Of a decision table: rows, columns of each side, and cells of all tables of a document together. */
  tableRows: 5_000,
  tableColumns: 30,
  tableCells: 200_000,
  /** Lists of the organisation that a flow uses, and columns of one. */
  lists: 50,
  listColumns: 20,
  listVersion: 1_000_000_000,
  /** Versions of other solutions that a flow uses, how deep they may be nested, and fields of all of them and the flow together. */
  subFlows: 50,
  subFlowDepth: 5,
  subFlowNameLength: 301,
  /** The id of a node inside sub-flows: the ids of the enclosing nodes, and its own. */
  inlinedIdLength: 390,
  inlinedFields: 5_000,
  behaviour: 1_000,
  bands: 1_000,
  listValues: 1_000,
  /** Rows of all lists of a document together. */
  rows: 50_000,
  headers: 50,
  outputs: 200,
  predictionInputs: 500,
  /** Ports of one node in a stored document. */
  ports: 16,
  idLength: 64,
  nameLength: 100,
  labelLength: 200,
  colorLength: 64,
  /** UTF-16 units of the text of a field at run time, and so of a test value. */
  textLength: 10_000,
  /** Bytes of the record that the log keeps of one execution, and of a call's body as runtimes accept it unless configured otherwise. */
  executionBytes: 1024 * 1024,
  callBytes: 256 * 1024,
  /** A literal or a list value. */
  literalLength: 1_000,
  reasonCodeLength: 64,
  /** A reason that an execution can have: a code, or the name of a prediction's input with a sign. */
  givenReasonLength: 101,
  /** Codes with a text, and the text of one. */
  reasonTexts: 500,
  reasonTextLength: 500,
  predictionReasons: 10,
  urlLength: 2_000,
  headerLength: 2_000,
  bodyLength: 100_000,
  jsonPathLength: 500,
  jsonPathSteps: 32,
  /** Canvas coordinates lie within plus or minus this. */
  coordinate: 1_000_000,
  zoomMin: 1,
  zoomMax: 1_000,
  linkWidthMax: 50,
  curvynessMax: 1_000,
  timeoutMillisMin: 1,
  timeoutMillisMax: 60_000,
  /** The maximum number of problems that the parser reports. */
  problems: 100,
  /** The maximum number of findings that the validator reports. */
  findings: 1_000,
} as const;
