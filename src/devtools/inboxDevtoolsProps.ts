/** Props of `<InboxDevtools>`. */
export interface InboxDevtoolsProps {
  /** Whether the panel is open at first. Default false: a small button opens it. */
  defaultOpen?: boolean | undefined
  /**
   * Sends a test item for real, by triggering a workflow on your server, say. The inbox asks for it once the promise resolves.
   * Default: an item that exists in this page alone.
   */
  onSendTestItem?: (() => Promise<void> | void) | undefined
}
