// Runs in an app: starts the service on embedded data with both commands, sends a notification and reads it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as service from 'tidings-service'
import { createServiceClient } from 'tidings/client'
import * as reexported from 'tidings/service'

assert.deepEqual(Object.keys(reexported), Object.keys(service))

const commands = [
  ['node_modules/tidings/dist/bin/tidings.js', 'service'],
  ['node_modules/tidings-service/dist/bin/tidings-service.js'],
]
for (const command of commands) {
  const child = spawn(process.execPath, [...command, '--port', '0', '--data', 'memory', '--api-key', 'k'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    let output = ''
    for await (const text of child.stdout) {
      output += text
      if (output.includes('\n')) break
    }
    const baseUrl = /http:\/\/\S+/.exec(output)?.[0]
    assert.ok(baseUrl, `${command.join(' ')} did not start: ${output}`)
    const client = createServiceClient({ baseUrl, apiKey: 'k' })
    await client.bulkTrigger([
      { name: 'announcement', to: 'ada', payload: { title: 'News', text: 'Installed', url: '/' } },
    ])
    const { data } = await client.getFeed('ada')
    assert.equal(data.length, 1)
    assert.equal(data[0].payload.text, 'Installed')
  } finally {
    child.kill()
    await ended
  }
}
