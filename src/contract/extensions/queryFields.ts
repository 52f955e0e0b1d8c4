import * as z from 'zod/mini'

/** A flag in a query: a boolean in code, "true" or "false" in a URL. */
export const flag = z.union(
  [
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ],
  { error: 'must be true or false' },
)

/** A number in a query: a number in code, digits in a URL. */
export const whole = (least: number, most: number, error: string) => {
  const number = z
    .number({ error })
    // `multipleOf` alone accepts 1e-16. The JSON schema is made of it.
    .check(
      z.multipleOf(1, { error }),
      z.refine(Number.isInteger, { error }),
      z.gte(least, { error }),
      z.lte(most, { error }),
    )
  const digits = z.pipe(
    z.string(),
    // The check that follows rejects NaN.
    z.transform((text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)),
  )
  return z.pipe(z.union([z.number(), digits], { error }), number)
}

/** The parameters of a list of notifications that are repeated in a URL, once for each value. */
export const repeatedParameters: readonly string[] = ['severity', 'tags']
