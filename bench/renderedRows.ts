/** The part of React's fibers that shows which components rendered, as React's developer tools use it. */
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** React sets this flag on each component whose function ran in a commit. */
const performedWork = 1

let rendered: Map<string, number> | undefined

/** A `memo` has an extra fiber around its component. It gets no name here, so that nothing counts twice. */
const nameOf = (type: unknown): string => {
  if (typeof type === 'function') return type.name
  return typeof type === 'object' && type !== null && 'render' in type ? nameOf(type.render) : ''
}

const visit = (counts: Map<string, number>, first: Fiber | null, before: Fiber | null) => {
  // The same child as before: nothing below it rendered.
  if (first === before) return
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const name = nameOf(fiber.type)
    if (name !== '' && (fiber.flags & performedWork) !== 0) counts.set(name, (counts.get(name) ?? 0) + 1)
    visit(counts, fiber.child, fiber.alternate?.child ?? null)
  }
}

/** Replaces React's developer tools. Define it before React loads. */
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

/** Counts the rendered components by name while a task runs. */
export const countRenders = async (task: () => Promise<void>): Promise<ReadonlyMap<string, number>> => {
  rendered = new Map()
  await task()
  const counts = rendered
  rendered = undefined
  return counts
}
