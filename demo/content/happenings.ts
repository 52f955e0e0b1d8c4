/** What a visitor of the demo can let happen, in the order in which the page offers it. */
export const happenings = ['comment', 'mention', 'invitation', 'invoice', 'security', 'digest'] as const
export type Happening = (typeof happenings)[number]

/** The workflow that each of them triggers. */
export const workflowOf: Record<Happening, string> = {
  comment: 'comment-added',
  mention: 'mention',
  invitation: 'project-invitation',
  invoice: 'invoice-issued',
  security: 'security-alert',
  digest: 'weekly-digest',
}
