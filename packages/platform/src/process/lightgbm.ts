import koffi from "koffi";

/**
 * LightGBM through its C interface. A wrong row count or a handle used twice crashes the process, so it is opened only in a child process and in
 * tests. All calls run on the calling thread.
 */
export interface Lightgbm {
  /** `rows` is row-major. Columns have generated names, because the library splits names at spaces and colons. */
  readonly dataset: (rows: Float64Array, columns: number, labels: Float32Array, parameters: string, reference?: Dataset) => Dataset;
  readonly booster: (training: Dataset, parameters: string) => Booster;
}

export interface Dataset {
  readonly handle: unknown;
  readonly free: () => void;
}

export interface Booster {
  /** Rows on which each iteration is evaluated. */
  readonly validate: (validation: Dataset) => void;
  /** True if no tree could be split any further. */
  readonly iterate: () => boolean;
  /** The current metric of the parameters: on the training rows (0) or on a validation set (1 and up). */
  readonly metric: (of: number) => number;
  /** The model, up to an iteration if one is given. */
  readonly text: (iterations?: number) => string;
  /** Raw scores of all rows, row-major; up to an iteration if one is given. */
  readonly raw: (rows: Float64Array, columns: number, iterations?: number) => Float64Array;
  /** SHAP values: one per column plus the base, for each output, row-major. */
  readonly contributions: (rows: Float64Array, columns: number, iterations?: number) => Float64Array;
  /** The library's fastest call for one row, with raw scores; `into` has an element per output. */
  readonly singleRow: (columns: number) => (row: Float64Array, into: Float64Array) => void;
  readonly free: () => void;
}

/** The tested release, which `services/install/lightgbm.ts` and the images install. */
export const lightgbmVersion = "4.7.0";

export class LightgbmFailed extends Error {}

const float32 = 0;
const float64 = 1;
const kinds = { raw: 1, contributions: 3 } as const;

export function openLightgbm(libraryPath: string): Lightgbm {
  const library = koffi.load(libraryPath);
  const call = {
    lastError: library.func("const char *LGBM_GetLastError()"),
    datasetFromMat: library.func(
      "int LGBM_DatasetCreateFromMat(const void *data, int type, int32_t nrow, int32_t ncol, int is_row_major, const char *parameters, void *reference, _Out_ void **out)",
    ),
    datasetSetField: library.func("int LGBM_DatasetSetField(void *handle, const char *name, const void *data, int count, int type)"),
    datasetFree: library.func("int LGBM_DatasetFree(void *handle)"),
    boosterCreate: library.func("int LGBM_BoosterCreate(void *train, const char *parameters, _Out_ void **out)"),
    boosterUpdate: library.func("int LGBM_BoosterUpdateOneIter(void *handle, _Out_ int *finished)"),
    boosterAddValid: library.func("int LGBM_BoosterAddValidData(void *handle, void *valid)"),
    boosterEval: library.func("int LGBM_BoosterGetEval(void *handle, int of, _Out_ int *length, void *into)"),
    boosterClasses: library.func("int LGBM_BoosterGetNumClasses(void *handle, _Out_ int *count)"),
    boosterText: library.func(
      "int LGBM_BoosterSaveModelToString(void *handle, int start, int count, int importance, int64_t size, _Out_ int64_t *needed, void *into)",
    ),
    boosterPredict: library.func(
      "int LGBM_BoosterPredictForMat(void *handle, const void *data, int type, int32_t nrow, int32_t ncol, int is_row_major, int kind, int start, int count, const char *parameters, _Out_ int64_t *length, void *into)",
    ),
    singleInit: library.func(
      "int LGBM_BoosterPredictForMatSingleRowFastInit(void *handle, int kind, int start, int count, int type, int32_t ncol, const char *parameters, _Out_ void **config)",
    ),
    single: library.func("int LGBM_BoosterPredictForMatSingleRowFast(void *config, const void *data, void *length, void *into)"),
    boosterFree: library.func("int LGBM_BoosterFree(void *handle)"),
  };
  const check = (code: unknown): void => {
    if (code !== 0) throw new LightgbmFailed(String(call.lastError()));
  };

  const dataset: Lightgbm["dataset"] = (rows, columns, labels, parameters, reference) => {
    if (rows.length !== columns * labels.length) throw new LightgbmFailed("There are not as many labels as rows.");
    const out: unknown[] = [null];
    check(call.datasetFromMat(rows, float64, labels.length, columns, 1, parameters, reference?.handle ?? null, out));
    const [handle] = out;
    check(call.datasetSetField(handle, "label", labels, labels.length, float32));
    return { handle, free: () => check(call.datasetFree(handle)) };
  };

  const booster: Lightgbm["booster"] = (training, parameters) => {
    const out: unknown[] = [null];
    check(call.boosterCreate(training.handle, parameters, out));
    const [handle] = out;
    const classes: number[] = [0];
    check(call.boosterClasses(handle, classes));
    const predict = (kind: number, rows: Float64Array, columns: number, each: number, iterations: number): Float64Array => {
      const count = rows.length / columns;
      const into = new Float64Array(count * each);
      check(call.boosterPredict(handle, rows, float64, count, columns, 1, kind, 0, iterations, "", [0], into));
      return into;
    };
    return {
      validate: (validation) => check(call.boosterAddValid(handle, validation.handle)),
      metric: (of) => {
        const into = new Float64Array(16);
        check(call.boosterEval(handle, of, [0], into));
        return into[0] ?? Number.NaN;
      },
      iterate: () => {
        const finished = [0];
        check(call.boosterUpdate(handle, finished));
        return finished[0] === 1;
      },
      text: (iterations = -1) => {
        const needed: (number | bigint)[] = [0];
        check(call.boosterText(handle, 0, iterations, 0, 0, needed, null));
        const into = Buffer.alloc(Number(needed[0]));
        check(call.boosterText(handle, 0, iterations, 0, into.length, needed, into));
        return into.toString("utf8", 0, into.length - 1);
      },
      raw: (rows, columns, iterations = -1) => predict(kinds.raw, rows, columns, classes[0] ?? 1, iterations),
      contributions: (rows, columns, iterations = -1) =>
        predict(kinds.contributions, rows, columns, (columns + 1) * (classes[0] ?? 1), iterations),
      singleRow: (columns) => {
        const config: unknown[] = [null];
        check(call.singleInit(handle, kinds.raw, 0, -1, float64, columns, "num_threads=1", config));
        const length = new BigInt64Array(1);
        return (row, into) => check(call.single(config[0], row, length, into));
      },
      free: () => check(call.boosterFree(handle)),
    };
  };
  return { dataset, booster };
}
