import react from '@vitejs/plugin-react'
import { type Connect, defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** In this example, Vite's preview server serves the inbox. In your app, your server does. */
const serveInbox = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [react(), { name: 'inbox', configurePreviewServer: serveInbox }],
  preview: {
    headers: {
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types tidings",
    },
  },
})
