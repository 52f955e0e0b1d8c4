import react from '@vitejs/plugin-react'
import { type Connect, defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** In this example, Vite's dev and preview servers serve the inbox. In your app, your server does. */
const serveInbox = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [react(), { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox }],
})
