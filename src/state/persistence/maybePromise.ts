/** A value, or a promise of it: a storage is synchronous or asynchronous. */
export type MaybePromise<Value> = Value | PromiseLike<Value>

/** Whether a value is a promise: the browser's, that of another frame, or a library's own. */
export const isPromise = <Value>(value: MaybePromise<Value>): value is PromiseLike<Value> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** Runs a task with a value: at once if it can, because a tab may close right after a click. */
export const andThen = <Value, Result>(
  value: MaybePromise<Value>,
  task: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> => (isPromise(value) ? Promise.resolve(value).then(task) : task(value))

export const all = <Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as Value[])

/** Runs a task after those before it: at once if they were synchronous. */
type Queue = <Result>(task: () => MaybePromise<Result>) => MaybePromise<Result>

export const createQueue = (): Queue => {
  /** Resolves after the last task, even if that fails. */
  let last: Promise<unknown> | undefined
  return (task) => {
    const done = last ? last.then(task) : task()
    if (isPromise(done)) last = Promise.resolve(done).catch(() => undefined)
    return done
  }
}
