import { createRoot } from 'react-dom/client'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import { Inbox, Toasts } from '../../../src/index.ts'
import { createTestService, inboxProps, makeNotification, makePreferences } from '../../../src/testing/index.ts'
import { makeWorkflowPreference } from '../../../src/testing/makePreferences.ts'
import { differencesOf, looksOf } from '../../../stories/support/looks.ts'
import '../../../src/styles/styles.css'
import '../../../src/styles/toasts.css'

// A page with everything of the inbox that a style sheet of the app could change.

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const service = createTestService({
  live: true,
  preferences: makePreferences({
    // Enough for the search.
    workflows: Array.from({ length: 12 }, (_, index) => makeWorkflowPreference(`workflow-${index + 1}`)),
  }),
  notifications: [
    makeNotification(1, {
      createdAt: ago(1),
      content: 'The **copy** feels a bit stiff, [look at it](/copy).',
      cta: {
        data: { url: '/invitations/1' },
        action: {
          buttons: [
            { type: 'primary', content: 'Accept' },
            { type: 'secondary', content: 'Decline' },
          ],
        },
      },
    }),
    makeNotification(2, { createdAt: ago(30), seen: true, read: true }),
  ],
})

/** Where the page has its style sheet: in a layer, or before or after those of tidings. */
type Place = 'layer' | 'before' | 'after'

/** What differs from the page without a style sheet, by place and sheet. */
const compare = (sheets: Record<string, string>): Record<Place, Record<string, string[]>> => {
  const without = looksOf(document.body)
  const compareIn = (place: Place) => {
    const results = Object.entries(sheets).map(([name, css]) => {
      const style = document.createElement('style')
      style.textContent = place === 'layer' ? `@layer host { ${css} }` : css
      document.head[place === 'after' ? 'append' : 'prepend'](style)
      const differences = differencesOf(looksOf(document.body), without)
      style.remove()
      return [name, differences] as const
    })
    return Object.fromEntries(results)
  }
  return { layer: compareIn('layer'), before: compareIn('before'), after: compareIn('after') }
}

/** What the test calls. */
export const calls = { compare, arrive: () => service.add(makeNotification(3, { createdAt: ago(0) })) }
Object.assign(window, { calls })

const root = document.querySelector('main')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <Inbox
    {...inboxProps(service)}
    content={parseRichText}
    onAction={() => {}}
    onPreferenceChange={() => {}}
    onScheduleChange={() => {}}
  >
    <Toasts duration={Infinity} />
  </Inbox>,
)
