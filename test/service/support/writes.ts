/** Method and path of each write operation, for the subscriber `anna`. */
export const writes = [
  ['PATCH', '/v1/subscribers/anna/credentials'],
  ['POST', '/v1/subscribers/bulk'],
  ['POST', '/v1/subscribers/anna/messages/mark-as'],
  ['POST', '/v1/subscribers/anna/messages/mark-all'],
  ['POST', '/v1/events/trigger/bulk'],
  ['POST', '/v2/subscribers/anna/notifications/batch'],
] as const

/** Those whose body may be empty. */
export const changesOfAll = (['read', 'seen', 'archive', 'read-archive', 'delete'] as const).map(
  (step) => ['POST', `/v2/subscribers/anna/notifications/${step}`] as const,
)
