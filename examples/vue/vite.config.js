import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { inbox } from './server/inbox.ts'

/** Vite's own servers stand in for yours here. */
const serveInbox = ({ middlewares }) => void middlewares.use('/api/inbox', inbox)

export default defineConfig({
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'tidings-inbox' } } }),
    { name: 'inbox', configureServer: serveInbox, configurePreviewServer: serveInbox },
  ],
})
