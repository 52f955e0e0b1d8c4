import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorPage, type TidingsErrorCode } from '../../src/client/errors/errorCode.ts'

const registry = 'src/client/errors/errorCode.ts'
const folder = 'docs/errors'
const read = (file: string) => readFileSync(file, 'utf8')
const codesIn = (text: string) => [...text.matchAll(/TIDINGS_\d{3}/g)].map(([code]) => code)

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('src', file))
const registered = [...read(registry).matchAll(/^  (TIDINGS_\d{3}): '(.+)'$/gm)].map(([, code = '']) => code)
const used = new Set(source.filter((file) => file !== registry).flatMap((file) => codesIn(read(file))))
const pages = readdirSync(folder).map((file) => file.replace(/\.md$/, ''))

describe('error codes', () => {
  it('are unique and sorted', () => {
    expect(registered).toEqual([...new Set(registered)].toSorted())
    expect(registered.length).toBeGreaterThan(20)
  })

  it('are all used, and no other code is used', () => {
    expect([...used].toSorted()).toEqual(registered)
  })

  it('have one page each, and every page has a code', () => {
    expect(pages.toSorted()).toEqual(registered)
  })

  it('have a page in the installed package, which each message names', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] }
    for (const code of registered as TidingsErrorCode[]) {
      expect(errorPage(code)).toBe(`node_modules/tidings/${folder}/${code}.md`)
      expect(files.some((entry) => `${folder}/${code}.md`.startsWith(`${entry}/`))).toBe(true)
    }
  })

  it('belong to every error, with a few known exceptions', () => {
    // A plain Error has no code.
    const bare = source.filter((file) => /new (Type|Range)?Error\(/.test(read(file)))
    expect(bare.toSorted()).toEqual([
      // Wraps a value that the host app threw.
      'src/client/errors/TidingsError.ts',
      // Caught in the same function: a NetworkError has it as its cause.
      'src/client/streamHints.ts',
      // Caught by the client, which names the field.
      'src/contract/operation.ts',
      // Fails like a browser's fetch.
      'src/devtools/faultInjector.ts',
      // Reports an outage of the bus that the host chose, with the error of its client as the cause.
      'src/live/busLink.ts',
      // Becomes the cause of such a report.
      'src/live/postgresBus.ts',
      // Caught in the same function and printed by the command line.
      'src/service/command/apiKeyFile.ts',
      // The cause of a DatabaseError or a CommandError, which has its message.
      'src/service/database/createPrivateFolder.ts',
      // The cause of a DatabaseError, which has its message.
      'src/service/database/embeddedThread.ts',
      // The same, thrown in a worker thread.
      'src/service/database/embeddedWorker.ts',
      // The cause of a DatabaseError, which has its message.
      'src/service/database/folderLock.ts',
      // The cause of a DatabaseError or a CommandError, which has its message.
      'src/service/database/makePrivate.ts',
      // Rejects the query of a connection that is destroyed: its request gets status 503.
      'src/service/database/timedPool.ts',
      // The caller supplied the invalid data.
      'src/service/events/seed.ts',
      // Ends the body of a response whose reader does not read. Nobody catches it.
      'src/service/live/hintStreams.ts',
      // Fails while the module is loaded, if a version of liquidjs lacks the filter.
      'src/service/templates.ts',
      // Fails like a browser's fetch.
      'src/state/inspector.ts',
      // The cause of a SetupError: a storage can't list its keys.
      'src/state/persistence/inboxStorage.ts',
      // Goes to onError, like what `receive` throws for other messages that are none of tidings.
      'src/state/tabs/tabChannel.ts',
      // Fails like a browser's fetch.
      'src/testing/createTestService.ts',
      // Fails like a browser's fetch.
      'src/testing/liveStreams.ts',
      // A test queried an element that doesn't exist.
      'src/testing/react/inboxIn.ts',
    ])
  })
})

describe.each(pages)('the page of %s', (code) => {
  const text = read(join(folder, `${code}.md`))

  it('says what happened, then each reason with its cure', () => {
    expect(text).toMatch(new RegExp(`^# ${code}: \\S.*\\n\\n[^#]+\\n## Cure\\n\\n[^#]+$`))
  })

  it('links to existing targets', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g))
      expect([target, existsSync(join(dirname(join(folder, code)), target))]).toEqual([target, true])
  })
})
