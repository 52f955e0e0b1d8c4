import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** In this example, Vite's dev and preview servers serve the inbox. In your app, your server does. */
const serveInbox = ({ middlewares }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [svelte(), { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox }],
})
