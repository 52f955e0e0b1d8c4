/** What the pages of wrapperTest.ts can switch: the state of the app around the inbox. */
export const initialSwitches = {
  /** The component is on the page. */
  shown: true,
  /** It is `<InboxPage>`. */
  page: false,
  /** The panel is open. */
  open: false,
  /** The app prevents changes of `open`. */
  vetoes: false,
  /** `density` is "compact". */
  compact: false,
  /** The app renders the rows. */
  rows: true,
  /** Only of unread notifications. */
  unreadOnly: false,
  /** Rendering a row throws. */
  broken: false,
  /** The app handles the buttons of notifications. */
  acts: false,
  /** The text of each row starts with it. */
  word: '',
}

export const switchNames = (Object.keys(initialSwitches) as (keyof typeof initialSwitches)[]).filter(
  (name): name is Exclude<typeof name, 'word'> => name !== 'word',
)

/** Stores an answer. Resolves when the test has let it through. */
export const post = async (): Promise<void> => {
  const { ok } = await fetch('/wrapper/answers', { method: 'POST' })
  if (!ok) throw new Error('The answer was not stored.')
}
