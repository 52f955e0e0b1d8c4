import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // Vite would find these during the first visit, and load the page again.
  optimizeDeps: { include: ['@tanstack/react-query', 'tidings'], exclude: ['tidings/proxy', 'tidings/server'] },
})
