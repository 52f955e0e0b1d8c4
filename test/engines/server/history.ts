import type { PastEvent } from '../../../src/service/index.ts'

const minute = 60_000

/**
 * An invitation, which has buttons, as the newest, and comments below it, "Post 2" above "Post 3". All of them are unread.
 * Their times reach back over several days, so that the list has several headings.
 */
export const history = (subscriberId: string, count: number): PastEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    event: {
      ...(index === 0 ? invitation : comment(index + 1)),
      to: subscriberId,
      actor: 'ravi',
      transactionId: `${subscriberId} ${index}`,
    },
    createdAt: new Date(Date.now() - minute - index * 17 * minute),
  }))

const invitation = {
  name: 'project-invitation',
  payload: { projectId: 'apricot', projectName: 'Apricot', text: 'You would work with Ines and Tomás.' },
}

const comment = (number: number) => ({
  name: 'comment-added',
  payload: {
    postId: `post-${number}`,
    postTitle: `Post ${number}`,
    text: sentences.slice(0, 1 + (number % 3)).join(' '),
  },
})

const sentences = [
  'The new draft reads well.',
  'I would move the second paragraph up, because it answers the question that everybody has first.',
  'What do you think of a picture at the top?',
]
