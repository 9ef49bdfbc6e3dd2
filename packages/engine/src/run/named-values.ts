/**
 * Values by names that users chose. Inherits nothing, so `constructor` and `__proto__` are names like any other. An object made by
 * `Object.create(null)` would do too, but V8 keeps such objects as hash tables, half as quick to fill and to write as JSON.
 */
export class NamedValues {
  [name: string]: string | number | boolean | undefined;
}

Reflect.setPrototypeOf(NamedValues.prototype, null);
Reflect.deleteProperty(NamedValues.prototype, "constructor");
Object.freeze(NamedValues.prototype);
