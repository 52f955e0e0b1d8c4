export { inboxIn, type InboxInPage } from './react/inboxIn.ts'
export {
  renderHookWithInbox,
  type RenderHookWithInboxOptions,
  renderWithInbox,
  type RenderWithInboxOptions,
  type RenderWithInboxResult,
  type WithInboxOptions,
} from './react/renderWithInbox.tsx'
