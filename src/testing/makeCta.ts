import type { MessageCta } from '../contract/cta.ts'

/**
 * Makes a call to action (2.5) with two buttons: "Accept", which says "Accepted" after it was pressed, and "Decline".
 * @param fields what shall differ: a link by `data`, other buttons by `action`.
 */
export const makeCta = (fields: Partial<MessageCta> = {}): MessageCta => ({
  type: 'redirect',
  data: { url: '/invitations/1' },
  action: {
    status: 'pending',
    buttons: [
      { type: 'primary', content: 'Accept', resultContent: 'Accepted' },
      { type: 'secondary', content: 'Decline', resultContent: 'Declined' },
    ],
  },
  ...fields,
})
