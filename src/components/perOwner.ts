/** One of something for each owner, made when it is first asked for, and gone with its owner. */
export const perOwner = <Thing>(create: () => Thing): ((owner: object) => Thing) => {
  const things = new WeakMap<object, { thing: Thing }>()
  return (owner) => {
    const found = things.get(owner) ?? { thing: create() }
    things.set(owner, found)
    return found.thing
  }
}
