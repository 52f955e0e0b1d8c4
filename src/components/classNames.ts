/** Joins a part's own class with the one that the host passed. */
export const classNames = (own: string, passed: string | undefined): string =>
  passed === undefined || passed === '' ? own : `${own} ${passed}`
