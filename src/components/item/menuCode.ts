import { onDemand } from '../feedback/onDemand.ts'

/** The code of every menu, loaded on demand: only what opens one is in the first rows. */
export const menuCode = onDemand(async () => (await import('./menus.ts')).menus)
