/** One inbox's part in a number that stands once on a page. */
export interface PageCountPart<Look> {
  /** Whose inbox it is. Two parts of one inbox tell the same number, and are counted once. */
  inbox: string
  count: number
  look: Look
}

/** A number that all inboxes of a page show together in one place: the document's title, its icon. */
export interface PageCount<Look> {
  /** Says what a part, known by its key, counts now. */
  set(key: object, part: PageCountPart<Look>): void
  remove(key: object): void
}

/**
 * @param show shows the sum, in the look of the part that came last. 0: nobody counts anything, all shall be as it was.
 */
export const createPageCount = <Look>(show: (total: number, look: Look | undefined) => void): PageCount<Look> => {
  const parts = new Map<object, PageCountPart<Look>>()
  const update = () => {
    const byInbox = new Map<string, number>()
    for (const { inbox, count } of parts.values()) byInbox.set(inbox, Math.max(count, byInbox.get(inbox) ?? 0))
    const total = [...byInbox.values()].reduce((sum, count) => sum + count, 0)
    show(total, [...parts.values()].at(-1)?.look)
  }
  return {
    set: (key, part) => {
      parts.set(key, part)
      update()
    },
    remove: (key) => {
      parts.delete(key)
      update()
    },
  }
}
