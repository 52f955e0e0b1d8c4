import { checkFramework, ownRow } from './checkElement.ts'
import { checkNavigation } from './checkRouter.ts'
import type { ExampleContext } from './Example.ts'

/** Checks properties, events and rows of the element in a page that is rendered on a server, then the router. */
export const checkAngular = async (context: ExampleContext): Promise<void> => {
  const html = await (await fetch(context.url)).text()
  if (!html.includes('<tidings-inbox')) throw new Error('The HTML does not contain the inbox.')
  await checkFramework(context)
  await checkNavigation(context, ownRow)
}
