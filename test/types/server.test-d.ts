import { expectTypeOf } from 'vitest'
import type { InboxSnapshot } from '../../src/server/index.ts'

/** Only `tsc` checks this file. */

/** The types of TanStack Start that check what a server function returns: it refuses `unknown`. */
type Serializable<Value> = unknown extends Value
  ? 'refused'
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends (...args: never) => unknown
      ? 'refused'
      : Value extends readonly (infer Item)[]
        ? readonly Serializable<Item>[]
        : Value extends object
          ? { [Key in keyof Value]: Serializable<Value[Key]> }
          : 'refused'

expectTypeOf<InboxSnapshot>().toExtend<Serializable<InboxSnapshot>>()
