/** A notification as the backends of all contestants get it. */
export interface Notification {
  /** Its place in the list, from 0. The title begins with `#<index>;`, by which the page finds its row. */
  index: number
  /** 24 hexadecimal digits. */
  id: string
  /** The same as a UUID, for services whose ids are such. */
  uuid: string
  title: string
  text: string
  /** Also whether it was seen. */
  read: boolean
  createdAt: string
  /** Labels of its buttons. */
  buttons: readonly string[]
}

const texts = [
  ['Build finished', 'The build of main passed in 4 minutes and 12 seconds, without a warning.'],
  ['New comment', 'Ada commented on the draft that you follow, and would like to know what you think.'],
  ['Export ready', 'You can download your export for seven days. Then it is deleted.'],
  ['Disk almost full', 'worker-7 has used more than eighty percent of its disk for ten minutes.'],
  ['Invoice paid', 'We received the payment of invoice 2041. Thank you for another month.'],
] as const

/** The newest first, a minute apart. Every second one is unread, and every fifth one has two buttons. */
export const makeNotifications = (count: number): Notification[] =>
  Array.from({ length: count }, (_, index) => {
    const [title, text] = texts[index % texts.length] ?? texts[0]
    return {
      index,
      id: index.toString(16).padStart(24, '0'),
      uuid: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      title: `#${index}; ${title}`,
      text,
      read: index % 2 === 1,
      createdAt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      buttons: index % 5 === 0 ? ['Accept', 'Decline'] : [],
    }
  })
