/** The path of the console of a service. In a file of its own, because the one that serves it loads the proxy. */
export const consolePath = '/console'
