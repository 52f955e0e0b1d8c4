/** The header of a browser's `subscriberHash`. See `signSubscriber` of tidings/proxy. */
export const subscriberHashHeader = 'tidings-subscriber-hash'
