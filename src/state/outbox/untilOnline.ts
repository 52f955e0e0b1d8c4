import { onlineManager } from '@tanstack/react-query'
import { untilWoken } from '../../client/untilWoken.ts'

/** Resolves once the browser is online: at once if it is. */
export const untilOnline = async (): Promise<void> => {
  if (!onlineManager.isOnline()) await untilWoken((wake) => onlineManager.subscribe((isOnline) => isOnline && wake()))
}
