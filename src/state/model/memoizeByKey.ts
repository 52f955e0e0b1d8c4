/**
 * One thing per key, created on first use and never dropped.
 * @__NO_SIDE_EFFECTS__
 */
export const memoizeByKey = <Key, Thing>(create: (key: Key) => Thing): ((key: Key) => Thing) => {
  const things = new Map<Key, Thing>()
  return (key) => {
    if (!things.has(key)) things.set(key, create(key))
    return things.get(key) as Thing
  }
}
