import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, HeadContent, Link, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Inbox } from 'tidings'
import { loadInbox } from '../loadInbox'
import styles from 'tidings/styles.css?url'

export const Route = createRootRoute({
  loader: () => loadInbox(),
  // Once per page load: the inbox keeps itself current.
  staleTime: Infinity,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width' },
      { title: 'tidings with TanStack Start' },
    ],
    links: [
      { rel: 'icon', href: 'data:,' },
      { rel: 'stylesheet', href: styles },
      { rel: 'stylesheet', href: '/page.css' },
    ],
  }),
  shellComponent: Document,
  component: App,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

/** The bell. It shares what was loaded with the page in inbox.tsx: both are below one provider. */
function App() {
  const [queryClient] = useState(() => new QueryClient())
  const { history } = useRouter()
  return (
    <QueryClientProvider client={queryClient}>
      <header className="bar">
        <Link to="/">Your app</Link>
        <Link to="/inbox">All notifications</Link>
        <Inbox {...Route.useLoaderData()} navigate={(path) => history.push(path)} />
      </header>
      <main className="content">
        <Outlet />
      </main>
    </QueryClientProvider>
  )
}
