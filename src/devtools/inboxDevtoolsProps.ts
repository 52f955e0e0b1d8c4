/** Props of `<InboxDevtools>`. */
export interface InboxDevtoolsProps {
  /** Whether the panel is initially open. Default false: a small button opens it. */
  defaultOpen?: boolean | undefined
  /**
   * Sends a real notification for the button "Send a test item", for example by triggering a workflow on your server.
   * The inbox refetches after the promise resolves. Default: adds a notification that exists only in this browser page.
   */
  onSendTestItem?: (() => Promise<void> | void) | undefined
}
