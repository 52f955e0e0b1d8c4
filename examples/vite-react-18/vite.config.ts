import react from '@vitejs/plugin-react'
import { type Connect, defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** Vite's own servers stand in for yours here. */
const serveInbox = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [react(), { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox }],
})
