import type { WorkflowPreference } from '../contract/preferences.ts'

/** "comment-added" is "Comment added" to its readers. */
const nameOf = (identifier: string) => {
  const words = identifier.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Makes what a subscriber chose for one workflow (2.9): everything on, by in-app alone.
 * @param identifier of the workflow, of which its name is made.
 * @param fields what shall differ.
 */
export const makeWorkflowPreference = (
  identifier: string,
  fields: Partial<WorkflowPreference> = {},
): WorkflowPreference => ({
  enabled: true,
  channels: { in_app: true },
  overrides: [],
  workflow: { slug: identifier, identifier, name: nameOf(identifier) },
  ...fields,
})
