/** See `signSubscriber` of tidings/proxy. */
export const subscriberHashHeader = 'tidings-subscriber-hash'
