import { onlineManager } from '@tanstack/react-query'
import { isHttpError } from '../client/errors/HttpError.ts'
import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { InboxStore } from './inboxStore.ts'

/** The stores whose service has responded that it does not save preferences. */
const readOnly = new WeakSet<InboxStore>()

/** Whether the service saves preferences, as far as it is known. */
export const savesPreferences = (store: InboxStore): boolean => !readOnly.has(store)

/**
 * Changes the preferences. The change is a mutation of TanStack: it waits for those before it, and while the browser is
 * offline. Rejects if the change failed.
 */
export const updatePreferences = async (store: InboxStore, change: PreferencesChange): Promise<void> => {
  const { client, queryClient, keys, name, scope } = store
  const mutation = queryClient.getMutationCache().build<unknown, Error, void, unknown>(queryClient, {
    mutationKey: keys.allPreferences,
    scope: { id: name },
    networkMode: 'online',
    // If the network failed during the request, it is sent again.
    retry: () => !onlineManager.isOnline(),
    mutationFn: () => client.updatePreferences(scope.subscriberId, change, { keepalive: true }),
  })
  try {
    await mutation.execute()
  } catch (error) {
    if (isHttpError(error) && [404, 405, 501].includes(error.status)) readOnly.add(store)
    throw error
  }
}
