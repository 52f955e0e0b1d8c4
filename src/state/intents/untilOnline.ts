import { onlineManager } from '@tanstack/react-query'
import { untilCalledOrAborted } from '../../client/untilCalledOrAborted.ts'

export const untilOnline = async (): Promise<void> => {
  if (!onlineManager.isOnline())
    await untilCalledOrAborted((wake) => onlineManager.subscribe((isOnline) => isOnline && wake()))
}
