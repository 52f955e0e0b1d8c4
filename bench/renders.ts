/** The part of React's fibers that shows which components rendered, as React's developer tools use it. */
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** What React rendered while a task ran. */
export interface Renders {
  commits: number
  /** The components whose function ran, by name. Minified builds have other names. */
  components: Map<string, number>
}

/** React sets this flag on each component whose function ran in a commit. */
const performedWork = 1

let counted: Renders | undefined

/** The name of a function component. Undefined for elements, and for the extra fiber that `memo` has around one. */
const nameOf = (type: unknown): string | undefined => {
  if (typeof type === 'function') return type.name
  return typeof type === 'object' && type !== null && 'render' in type ? nameOf(type.render) : undefined
}

const visit = (components: Map<string, number>, first: Fiber | null, before: Fiber | null) => {
  // The same child as before: nothing below it rendered.
  if (first === before) return
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const name = nameOf(fiber.type)
    if (name !== undefined && (fiber.flags & performedWork) !== 0) components.set(name, (components.get(name) ?? 0) + 1)
    visit(components, fiber.child, fiber.alternate?.child ?? null)
  }
}

/** Replaces React's developer tools. Import this module before React loads. */
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    isDisabled: false,
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => {
      if (!counted) return
      counted.commits++
      visit(counted.components, current.child, current.alternate?.child ?? null)
    },
  },
})

/** Starts to count, in an object that changes until the next call. */
export const startCounting = (): Renders => (counted = { commits: 0, components: new Map() })
