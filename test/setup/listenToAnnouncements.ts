/** All announcements since, by any live region of the page. */
export const listenToAnnouncements = (): string[] => {
  const announced: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if (target instanceof Element && target.role === 'status')
        announced.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return announced
}
