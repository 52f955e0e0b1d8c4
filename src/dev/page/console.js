/*
 * The page of `tidings dev`. It is served as it is. Texts of notifications and workflows only become text nodes, and the
 * page's policy allows nothing else.
 */

/** How often the list of messages is fetched, in milliseconds: mails and waiting events change by themselves. */
const pollInterval = 2000

const find = (selector) => document.querySelector(selector)
const inbox = find('tidings-inbox')
const reader = find('#reader input')
const result = find('#result')
const rows = find('tbody')

const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

const say = (text, isProblem = false) => {
  result.className = isProblem ? 'problem' : ''
  result.textContent = text
}

const request = async (address, body) => {
  const response = await fetch(
    address,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  if (response.ok) return response.json()
  const text = await response.text()
  throw new Error(text.startsWith('{') ? JSON.parse(text).message : text)
}

/** Shows the inbox of a subscriber, and proposes that subscriber as the recipient. */
const show = (subscriberId) => {
  reader.value = subscriberId
  inbox.setAttribute('subscriber-id', subscriberId)
  for (const input of document.querySelectorAll('input[name=to]')) input.value = subscriberId
}

/** Sets `author.name` in a payload. Without a prototype, `__proto__` is a field like any other. */
const setField = (payload, path, value) => {
  const parts = path.split('.')
  const last = parts.pop()
  let target = payload
  for (const part of parts) target = target[part] ??= Object.create(null)
  target[last] = value
}

const trigger = async ({ identifier, fields }, { elements }) => {
  const to = elements['to'].value
  const payload = Object.create(null)
  for (const field of fields) {
    const { value } = elements[`payload.${field}`]
    if (value !== '') setField(payload, field, value)
  }
  const [{ status, error }] = await request('/v1/events/trigger/bulk', { events: [{ name: identifier, to, payload }] })
  if (status === 'processed') say(`Triggered ${identifier} for ${to}.`)
  else say(`Not triggered (${status}): ${error}`, true)
}

const workflowForm = (workflow, index) => {
  const { identifier, name } = workflow
  // No fields for the items of lists, and for objects whose fields have their own.
  const fields = workflow.fields.filter(
    (field, _, all) => !field.includes('[') && !all.some((other) => other.startsWith(`${field}.`)),
  )
  const input = (label, properties) =>
    element('label', {}, label, element('input', { autocomplete: 'off', ...properties }))
  const form = element(
    'form',
    {},
    input('to', { name: 'to', required: true, spellcheck: false }),
    ...fields.map((field) => input(field, { name: `payload.${field}` })),
    element('button', {}, `Trigger ${identifier}`),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      await trigger({ identifier, fields }, form)
      await showMessages()
    } catch (error) {
      say(error.message, true)
    }
  })
  return element('details', { open: index === 0 }, element('summary', {}, name), form)
}

const messageRow = ({ workflow, subscriberId, channel, status, reason, createdAt }) => {
  const time = new Date(createdAt)
  return element(
    'tr',
    {},
    element(
      'td',
      {},
      element('time', { dateTime: createdAt, title: time.toLocaleString() }, time.toLocaleTimeString()),
    ),
    element('td', {}, subscriberId ?? ''),
    element('td', {}, workflow ?? '', element('small', {}, channel)),
    element(
      'td',
      { className: status === 'error' ? 'problem' : '' },
      status,
      ...(reason ? [element('small', {}, reason)] : []),
    ),
  )
}

/** What is shown. Rows stay as they are if nothing has changed: somebody may select a reason, or listen to it. */
let shown

const showMessages = async () => {
  const messages = await request('/messages')
  const text = JSON.stringify(messages)
  if (text === shown) return
  shown = text
  const none = element('tr', {}, element('td', { colSpan: 4 }, 'None yet.'))
  rows.replaceChildren(...(messages.length > 0 ? messages.map(messageRow) : [none]))
}

inbox.navigate = (href) => say(`In your app, this opens ${href}.`)

find('#reader').addEventListener('submit', (event) => {
  event.preventDefault()
  const subscriberId = reader.value.trim()
  history.replaceState(null, '', `?${new URLSearchParams({ subscriber: subscriberId })}`)
  show(subscriberId)
})

try {
  find('#workflows').append(...(await request('/workflows')).map(workflowForm))
  show(new URLSearchParams(location.search).get('subscriber') || 'pia')
  await showMessages()
} catch (error) {
  say(error.message, true)
}

setInterval(() => {
  // A failure means that the command was stopped. The next attempt may succeed.
  if (!document.hidden) showMessages().catch(() => undefined)
}, pollInterval)
