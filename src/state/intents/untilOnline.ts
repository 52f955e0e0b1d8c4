import { onlineManager } from '@tanstack/react-query'
import { untilWoken } from '../../client/untilWoken.ts'

export const untilOnline = async (): Promise<void> => {
  if (!onlineManager.isOnline()) await untilWoken((wake) => onlineManager.subscribe((isOnline) => isOnline && wake()))
}
