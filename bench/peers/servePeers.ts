import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { servePage } from '../servePage.ts'
import type { Backend } from './backend.ts'

/** A contestant's page: no style of its own, so that each one looks as it is. */
const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title><link rel="icon" href="data:,">
<style>body{margin:0;font:14px/1.4 system-ui,sans-serif}#host{width:420px;height:600px;overflow:hidden;display:flex;flex-direction:column}</style>
<link rel="stylesheet" href="/page/style.css"><div id="host"></div>
<script type="module">
  await import('/main/page.js')
  window.contestant = (await import('/page/page.js')).default
</script></html>`

/** Serves the page of one contestant at a time, and its backend below /api. */
export const servePeers = async (mainFolder: string) => {
  let page = servePage(mainFolder)
  let backend: Backend = () => undefined
  const unknown = new Set<string>()
  const main = servePage(mainFolder)

  const respond = async (req: IncomingMessage, res: ServerResponse, path: string, query: URLSearchParams) => {
    const content = await text(req)
    const body: unknown = content.startsWith('{') ? JSON.parse(content) : {}
    const method = req.method ?? 'GET'
    const response = backend({ method, path, query, body })
    if (!response) unknown.add(`${method} ${path}`)
    const { status = 200, json } = response ?? { status: 404, json: { message: 'The benchmark has no response.' } }
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    res.end(json === undefined ? '' : JSON.stringify(json))
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://bench.test')
    const [, folder, rest = ''] = /^\/(main|page|api)(\/.*)$/.exec(url.pathname) ?? []
    if (folder === undefined) {
      res.writeHead(200, { 'content-type': 'text/html' }).end(document)
      return
    }
    if (folder !== 'api') {
      req.url = rest
      ;(folder === 'main' ? main : page)(req, res)
      return
    }
    void respond(req, res, rest, url.searchParams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Shows another contestant from now on. */
    arrange: (folder: string, next: Backend) => {
      page = servePage(folder)
      backend = next
    },
    /** Requests that no backend knew: a sign that a client has changed. */
    unknown,
    close: () => server.close(),
  }
}
