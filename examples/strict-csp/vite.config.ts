import react from '@vitejs/plugin-react'
import { type Connect, defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** Vite's own server stands in for yours here. */
const serveInbox = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [react(), { name: 'inbox', configurePreviewServer: serveInbox }],
  // Its readers choose a theme of their own, which needs light-dark() as it is written.
  build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
  preview: {
    headers: {
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types tidings",
    },
  },
})
