import type { ReactNode } from 'react'
import 'tidings/styles.css'
import './page.css'

export const metadata = { title: 'tidings in Next.js' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
