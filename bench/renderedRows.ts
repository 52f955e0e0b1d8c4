/** The part of React's fibers that tells what rendered: the one that its own developer tools look at. */
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** React sets it on each component whose function ran in a commit. */
const performedWork = 1

let rendered: Map<string, number> | undefined

/** A `memo` has a fiber of its own around what it remembers: it has no name here, so that nothing counts twice. */
const nameOf = (type: unknown): string => {
  if (typeof type === 'function') return type.name
  return typeof type === 'object' && type !== null && 'render' in type ? nameOf(type.render) : ''
}

const visit = (counts: Map<string, number>, first: Fiber | null, before: Fiber | null) => {
  // The same child as before: nothing below has rendered.
  if (first === before) return
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const name = nameOf(fiber.type)
    if (name !== '' && (fiber.flags & performedWork) !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
    visit(counts, fiber.child, fiber.alternate?.child ?? null)
  }
}

/** Takes the place of React's developer tools. It has to stand before React loads. */
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    isDisabled: false,
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => {
      if (rendered) visit(rendered, current.child, current.alternate?.child ?? null)
    },
  },
})

/** How many components of each name rendered while something happened. */
export const countRenders = async (happen: () => Promise<void>): Promise<ReadonlyMap<string, number>> => {
  rendered = new Map()
  await happen()
  const counts = rendered
  rendered = undefined
  return counts
}
