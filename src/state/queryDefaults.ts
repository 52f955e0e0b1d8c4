/** What a host has set for its own queries, in a QueryClient that an inbox shares, is not meant for these. */
export const queryDefaults = {
  // Nothing of another list or subscriber stands in for what is not known yet.
  placeholderData: () => undefined,
  // A failure stands in the result, and `onError` hears of it.
  throwOnError: false,
  // What was kept or has grown old is asked for again by whoever shows it.
  refetchOnMount: true,
  // The client retries.
  retry: false,
} as const
