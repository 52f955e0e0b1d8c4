/** The events that a visitor of the demo can trigger, in the order of their buttons. */
export const happenings = ['like', 'mention', 'comment', 'invitation', 'invoice', 'security', 'digest'] as const
/** An event that a visitor can trigger. */
export type Happening = (typeof happenings)[number]

/** The workflow of each event. */
export const workflowOf: Record<Happening, string> = {
  like: 'post-liked',
  mention: 'mention',
  comment: 'comment-added',
  invitation: 'project-invitation',
  invoice: 'invoice-issued',
  security: 'security-alert',
  digest: 'weekly-digest',
}
