import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter'
import './orchard.css'
import 'tidings/styles.css'
import { App } from './App.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
