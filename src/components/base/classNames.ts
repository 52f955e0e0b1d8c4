export const classNames = (own: string, passed: string | undefined): string =>
  passed === undefined || passed === '' ? own : `${own} ${passed}`
