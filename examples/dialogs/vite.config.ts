import react from '@vitejs/plugin-react'
import { createInboxProxy } from 'tidings/proxy'
import { toNodeHandler } from 'tidings/proxy/node'
import { defineConfig } from 'vite'

const inbox = toNodeHandler(
  createInboxProxy({
    serviceUrl: process.env.NOTIFICATIONS_URL!,
    apiKey: process.env.NOTIFICATIONS_API_KEY!,
    basePath: '/api/inbox',
    authenticate: () => 'dora',
  }),
)

export default defineConfig({
  plugins: [
    react(),
    { name: 'inbox', configurePreviewServer: ({ middlewares }) => void middlewares.use('/api/inbox', inbox) },
  ],
  // Four libraries.
  build: { chunkSizeWarningLimit: 2000 },
})
