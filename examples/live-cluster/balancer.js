import http from 'node:http'
import { pipeline } from 'node:stream'

/**
 * Forwards each request to the next address. It needs no sticky sessions, but must pass on each part of a response at
 * once. A real balancer also skips addresses that do not respond.
 */
export const startBalancer = (addresses, port) => {
  let turn = 0
  const server = http.createServer((req, res) => {
    const { hostname, port: to } = new URL(addresses[turn++ % addresses.length])
    const forwarded = http.request({
      hostname,
      port: to,
      method: req.method,
      path: req.url,
      headers: req.headers,
    })
    forwarded.once('response', (response) => {
      res.writeHead(response.statusCode, response.headers)
      pipeline(response, res, () => {})
    })
    forwarded.once('error', () => {
      if (!res.headersSent) res.writeHead(502)
      res.end()
    })
    // The proxy ends the stream of a browser that has left.
    res.once('close', () => forwarded.destroy())
    req.pipe(forwarded)
  })
  return server.listen(port)
}
