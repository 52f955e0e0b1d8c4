import type { PastEvent } from '../../../src/service/index.ts'

const minute = 60_000

/**
 * The newest notification is an invitation, which has buttons. Comments follow, "Post 2" above "Post 3". All are
 * unread. Their times span several days, so that the feed has several headings.
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
