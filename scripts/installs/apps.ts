/** An app into which tidings is installed. */
export interface App {
  /** Display name. */
  name: string
  /** Its dependencies besides tidings, as in package.json. */
  packages: Record<string, string>
  /** Optional packages in the app that a tidings entry loads: the supported ones, and those that are too old. */
  optional?: { fit?: readonly string[]; tooOld?: readonly string[] }
  /**
   * Whether tidings uses the app's copy of react-query. `npm`: only with npm, because pnpm and yarn install the newest
   * one for tidings.
   */
  sharesQuery: boolean | 'npm'
  /** Whether tidings works with a client of the package `query-of-another-copy`. */
  otherFits: boolean
  /** Whether testing with one package manager is enough, because the app tests runtime behavior. */
  isForCode?: boolean
}

const react18 = { react: '18.2.0', 'react-dom': '18.2.0' }
const react19 = { react: '^19.0.0', 'react-dom': '^19.0.0' }
const query = (version: string, otherVersion: string) => ({
  '@tanstack/react-query': version,
  'query-of-another-copy': `npm:@tanstack/react-query@${otherVersion}`,
})

export const apps: readonly App[] = [
  {
    name: 'old packages',
    packages: {
      ...react18,
      ...query('5.59.0', '^5.108.0'),
      // A later version requires hono 4.
      '@hono/node-server': '1.8.2',
      '@testing-library/dom': '^9.3.0',
      '@testing-library/react': '^14.0.0',
      '@testing-library/user-event': '^13.5.0',
      dompurify: '^2.5.0',
      hono: '^3.9.0',
      kysely: '^0.27.0',
      msw: '^1.3.0',
      pg: '~8.11.0',
      svelte: '^4.2.0',
      vue: '^2.7.0',
      zod: '^3.23.0',
    },
    optional: { tooOld: ['msw', '@testing-library/user-event'] },
    sharesQuery: 'npm',
    otherFits: true,
  },
  {
    name: 'new packages',
    packages: {
      ...react19,
      ...query('^5.108.0', '5.59.0'),
      '@hono/node-server': '^2.1.0',
      '@testing-library/dom': '^10.4.0',
      '@testing-library/react': '^16.3.0',
      '@testing-library/user-event': '^14.6.0',
      dompurify: '^3.4.0',
      hono: '^4.13.0',
      kysely: '^0.29.0',
      msw: '^2.15.0',
      pg: '^8.23.0',
      svelte: '^5.29.0',
      vue: '^3.4.0',
      zod: '^4.6.0',
    },
    optional: { fit: ['msw', '@testing-library/user-event'] },
    sharesQuery: true,
    otherFits: false,
  },
  {
    name: 'React 19 and react-query 5.59',
    packages: { ...react19, ...query('5.59.0', '4.44.0') },
    sharesQuery: true,
    otherFits: false,
    isForCode: true,
  },
  {
    name: 'React 19 and react-query 5.90',
    packages: { ...react19, ...query('5.90.8', '^5.108.0'), '@hono/node-server': '^1.19.0', hono: '^4.13.0' },
    sharesQuery: true,
    otherFits: true,
    isForCode: true,
  },
  {
    // The newest version 5 is installed for tidings, in addition to the app's version.
    name: 'React 18.2 and react-query 4',
    packages: { ...react18, ...query('4.44.0', '5.59.0') },
    sharesQuery: false,
    otherFits: false,
    isForCode: true,
  },
]
