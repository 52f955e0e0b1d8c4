import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Replaces the speech dispatcher of a desktop: collects what a screen reader says, without sound. */
export interface SpeechServer {
  /** Everything that was said, oldest first. */
  readonly said: readonly string[]
  /** Stops the server. */
  close: () => void
}

/** After this time, in milliseconds, a text begins, and after twice this time it ends: too short for an interruption. */
const duration = 15

const plainText = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Starts a server with the Speech Synthesis Interface Protocol, the part of it that Orca uses.
 * @param path of its socket. Clients find it in `SPEECHD_ADDRESS`, as `unix_socket:` and the path.
 */
export const startSpeechServer = async (path: string): Promise<SpeechServer> => {
  const said: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket, (text) => said.push(text))
  })
  await new Promise<void>((resolve) => {
    server.listen(path, resolve)
  })
  return {
    said,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Responds to one client. */
const serve = (socket: Socket, say: (text: string) => void) => {
  let messages = 0
  /** The lines of the text that the client is sending. */
  let text: string[] | undefined
  const send = (...lines: string[]) => {
    if (socket.writable) socket.write(lines.map((line) => `${line}\r\n`).join(''))
  }
  const queue = (markup: string) => {
    messages += 1
    const id = messages
    say(plainText(markup))
    send(`225-${id}`, '225 OK MESSAGE QUEUED')
    // Orca waits for the end of a text before it reads the next one aloud, and misses an end that comes at once.
    setTimeout(() => send(`701-${id}`, '701-1', '701 BEGIN'), duration)
    setTimeout(() => send(`702-${id}`, '702-1', '702 END'), 2 * duration)
  }
  createInterface({ input: socket }).on('line', (line) => {
    if (text) {
      if (line !== '.') return void text.push(line)
      // A line that starts with a dot gets another dot.
      queue(text.map((part) => part.replace(/^\.\./, '.')).join(' '))
      text = undefined
      return undefined
    }
    const [command = '', argument = ''] = line.toUpperCase().split(' ')
    switch (command) {
      case 'SPEAK':
        text = []
        return send('230 OK RECEIVING DATA')
      case 'CHAR':
      case 'KEY':
        return queue(line.slice(command.length + 1))
      case 'HISTORY':
        return send('245-1', '245 OK CLIENT ID SENT')
      case 'LIST':
        return send(argument === 'OUTPUT_MODULES' ? '250-none' : '250-english\ten\tnone', '250 OK LIST SENT')
      case 'GET': {
        const values: Record<string, string> = { LANGUAGE: 'en', OUTPUT_MODULE: 'none' }
        return send(`251-${values[argument] ?? '0'}`, '251 OK GET RETURNED')
      }
      case 'CANCEL':
      case 'STOP':
        return send('210 OK')
      case 'QUIT':
        return send('231 BYE')
      default:
        return send('200 OK')
    }
  })
}
