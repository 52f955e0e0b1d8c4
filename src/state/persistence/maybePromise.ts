/** A value, or a promise of it: a storage is synchronous or asynchronous. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Runs a task with a value: at once if it can, because a tab may close right after a click. */
export const andThen = <Value, Result>(
  value: MaybePromise<Value>,
  task: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(task) : task(value))

/** Waits for all values, if any is a promise. */
export const all = <Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[])
