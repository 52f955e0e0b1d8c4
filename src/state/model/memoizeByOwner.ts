/**
 * One thing per owner, created on first use and garbage-collected with its owner.
 * @__NO_SIDE_EFFECTS__
 */
export const memoizeByOwner = <Owner extends object, Thing>(
  create: (owner: Owner) => Thing,
): ((owner: Owner) => Thing) => {
  const things = new WeakMap<Owner, Thing>()
  return (owner) => {
    if (!things.has(owner)) things.set(owner, create(owner))
    return things.get(owner) as Thing
  }
}
