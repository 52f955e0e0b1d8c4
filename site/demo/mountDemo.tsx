import { createRoot } from 'react-dom/client'
import 'tidings/styles.css'
import { createDemo, DemoApp } from '../../stories/start/DemoApp.tsx'

/**
 * Renders the app in the frames of the start page. The page around it sends messages with the name of a workflow.
 */
export const mountExample = (place: HTMLElement): (() => void) => {
  const { service, send } = createDemo()
  const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === location.origin) send(data)
  }
  addEventListener('message', onMessage)
  const app = createRoot(place)
  app.render(<DemoApp fetch={service.fetch} />)
  return () => {
    removeEventListener('message', onMessage)
    app.unmount()
  }
}
