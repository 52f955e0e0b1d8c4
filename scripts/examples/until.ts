/**
 * Polls a condition until it is true.
 * @param what for the message: "the notification is read".
 * @throws Error after `patience` milliseconds. Default 20,000.
 */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> => {
  const end = Date.now() + patience
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Timed out after ${patience / 1000} s. Expected that ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
