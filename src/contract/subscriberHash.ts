/** The header in which a browser sends its `subscriberHash`: see `signSubscriber` of tidings/proxy. */
export const subscriberHashHeader = 'tidings-subscriber-hash'
