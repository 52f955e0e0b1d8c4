import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
} from 'react-router'
import { Inbox } from 'tidings'
import 'tidings/styles.css'
import type { Route } from './+types/root'
import { inboxProps } from './inbox.server'

export const loader = ({ request }: Route.LoaderArgs) => inboxProps(request)

/** Once per page load, and after forms, such as a sign-in: the inbox keeps itself current. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) => formMethod !== undefined

export const meta: Route.MetaFunction = () => [{ title: 'tidings with React Router' }]

/** The bell. It shares what was loaded with the page in routes/inbox.tsx: both are below one provider. */
export default function Root({ loaderData }: Route.ComponentProps) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
        <Meta />
        <Links />
      </head>
      <body>
        <QueryClientProvider client={queryClient}>
          <header className="bar">
            <Link to="/">Your app</Link>
            <Link to="/inbox">All notifications</Link>
            <Inbox {...loaderData} navigate={useNavigate()} />
          </header>
          <main className="content">
            <Outlet />
          </main>
        </QueryClientProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
