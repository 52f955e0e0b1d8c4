import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** In this example, Vite's dev and preview servers serve the inbox. In your app, your server does. */
const serveInbox = ({ middlewares }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [vue(), { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox }],
})
