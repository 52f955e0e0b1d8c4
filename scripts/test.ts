import { existsSync, readFileSync } from 'node:fs'
import { type Part, runParts } from './test/runParts.ts'

/*
 * `npm test`, `npm run test:ci` and `npm run test:release`. Parts are in the order in which they start. Those that
 * take longest come first, so that every core is busy until the end.
 */

const isRoot = process.getuid?.() === 0
const isDebian = existsSync('/usr/bin/apt-get')
/** Only Debian 12 has the version of Orca whose words the scripts contain. */
const hasOrca = isRoot && isDebian && readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm')

/** What a change is tested with before it is committed. */
const everyChange: Part[] = [
  { name: 'test:service', runner: 'vitest' },
  // Finds or installs the browser that later parts need.
  { name: 'setup:chromium' },
  { name: 'test:unit', runner: 'vitest' },
  { name: 'test:stories', runner: 'vitest', after: ['setup:chromium'] },
  { name: 'build' },
  { name: 'test:convergence', runner: 'vitest' },
  { name: 'test:proxy', runner: 'vitest' },
  { name: 'test:package', after: ['build'] },
  { name: 'lint:check' },
  { name: 'typecheck' },
  { name: 'test:e2e', runner: 'playwright', cores: 2, after: ['setup:chromium'] },
]

/** These wait for time limits most of the time, so they need more workers than cores. */
const waiting = (workers: number) => ({ VITEST_MAX_WORKERS: String(workers) })

/** What is tested before a commit is on main. */
const ci: Part[] = [
  // `npm test` and `npm start` in an empty Debian.
  isRoot && isDebian ? { name: 'test:bare', cores: 2 } : { name: 'test', cores: 2 },
  { name: 'build' },
  // 500 stories of each seed, in place of the 50 of each change.
  { name: 'test:convergence', runner: 'vitest', env: { RUNS: '500' } },
  // A framework that renders on a server, the element in a page without a bundler, and React 18 below Vite.
  {
    name: 'test:examples',
    args: ['--only', 'nextjs', '--only', 'plain-html', '--only', 'vite-react-18'],
    after: ['build'],
  },
  { name: 'test:engines', runner: 'vitest' },
  // The oldest and the newest packages.
  {
    name: 'test:installs',
    args: ['--only', 'npm 11, old packages', '--only', 'npm 11, new packages', '--only', 'pnpm 10, old packages'],
    after: ['build'],
  },
  { name: 'test:counts' },
  { name: 'test:live', env: waiting(3) },
  { name: 'test:faults', env: { FAULTS: '27', ...waiting(2) } },
  // A busy machine changes what Orca says.
  ...(hasOrca ? [{ name: 'test:screenreader', args: ['-t', 'firefox reads the page in english'], cores: 2 }] : []),
]

/** Everything else, before a release: what takes long and rarely fails, and the variants that CI leaves out. */
const release: Part[] = [
  { name: 'build' },
  { name: 'test:faults', cores: 0.5 },
  { name: 'test:examples', args: ['--below-path'], after: ['build'] },
  { name: 'test:installs', after: ['build'] },
  { name: 'test:convergence', env: { RUNS: '1000' } },
  { name: 'test:slow' },
  ...(hasOrca ? [{ name: 'test:screenreader', cores: 2 }] : []),
]

const plans: Record<string, Part[]> = { 'every-change': everyChange, ci, release }
const [name = 'every-change'] = process.argv.slice(2)
const plan = plans[name]
if (plan) await runParts(plan)
else throw new Error(`There is no plan "${name}". Plans: ${Object.keys(plans).join(', ')}`)
