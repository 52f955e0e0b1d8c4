import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** Vite's own servers stand in for yours here. */
const serveInbox = ({ middlewares }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [svelte(), { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox }],
})
