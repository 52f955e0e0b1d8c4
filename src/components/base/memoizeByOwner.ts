/** Creates one thing per owner, on first use. It is garbage-collected with its owner. */
export const memoizeByOwner = <Owner extends object, Thing>(
  create: (owner: Owner) => Thing,
): ((owner: Owner) => Thing) => {
  const things = new WeakMap<Owner, { thing: Thing }>()
  return (owner) => {
    const found = things.get(owner) ?? { thing: create(owner) }
    things.set(owner, found)
    return found.thing
  }
}
