import type { Integration } from '../../contract/integration.ts'
import type { Implementation } from './Implementation.ts'

/** Get active integrations (4.3): with their credentials, so it is for servers only. */
export const getActiveIntegrations: Implementation<Integration[]> =
  () =>
  async ({ catalog }) =>
    catalog.integrations.filter(({ active }) => active)
