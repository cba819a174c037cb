/** A parser's result. The reason of a refusal is safe to log, because it never contains a part of the input. */
export type Parsed<Value, Reason extends string = string> = { ok: true; value: Value } | { ok: false; reason: Reason }
