import { TidingsInboxElement } from './TidingsInboxElement.tsx'

// Importing this entry is what defines the element. A second copy of the package leaves the first one's in place.
if (typeof customElements !== 'undefined' && !customElements.get('tidings-inbox'))
  customElements.define('tidings-inbox', TidingsInboxElement)

export { TidingsInboxElement }
