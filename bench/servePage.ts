import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the files of a built page. */
export const servePage = (folder: string) => (req: IncomingMessage, res: ServerResponse) => {
  const { pathname } = new URL(req.url ?? '/', 'http://bench.test')
  const file = pathname === '/' ? '/index.html' : pathname
  void readFile(path.join(folder, file)).then(
    (content) => res.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' }).end(content),
    () => res.writeHead(404).end(),
  )
}
