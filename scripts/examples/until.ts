/**
 * Asks again and again until the answer is yes.
 * @param what for the message: "the service has it as read".
 * @throws Error after `patience` milliseconds. Default 20,000.
 */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> => {
  const end = Date.now() + patience
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`In ${patience / 1000} s it did not come about that ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
