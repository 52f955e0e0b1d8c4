/*
 * The console of `tidings dev` and of `tidings-service --console`. It is served as it is. Texts of notifications,
 * workflows and subscribers only become text nodes, and the page's policy allows nothing else.
 */

/** How often the page fetches what changes by itself, in milliseconds. */
const pollInterval = 2000

/** Whose inbox is shown. */
let current
/** Whether marks are stored: not in production, where only users mark. */
let changesInboxes = true

const find = (selector) => document.querySelector(selector)
const inbox = find('tidings-inbox')
const subscriberInput = find('#look-up input')
const only = find('#only input')
const result = find('#result')

const element = (name, properties = {}, ...children) => {
  const created = Object.assign(document.createElement(name), properties)
  created.append(...children)
  return created
}

const say = (text, isProblem = false) => {
  result.className = isProblem ? 'problem' : ''
  result.textContent = text
}

/** Addresses are relative, so the console works below any path. */
const request = async (address, body) => {
  const response = await fetch(
    address,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  // The session has ended: the page becomes the log-in.
  if (response.status === 401) location.reload()
  if (response.ok) return response.json()
  const text = await response.text()
  throw new Error(text.startsWith('{') ? JSON.parse(text).message : text)
}

/** Replaces the rows of a table, or the children of a list. They stay as they are if nothing has changed. */
const shown = new Map()
const showRows = (selector, data, rowOf) => {
  const text = JSON.stringify(data)
  // The user may be selecting a reason, or a screen reader may be reading it.
  if (shown.get(selector) === text) return
  shown.set(selector, text)
  const list = find(selector)
  const rows = data.map(rowOf)
  if (list.localName !== 'table') return list.replaceChildren(...rows)
  const columns = list.tHead.rows[0].cells.length
  const none = element('tr', {}, element('td', { colSpan: columns, className: 'quiet' }, 'None.'))
  list.tBodies[0].replaceChildren(...(rows.length > 0 ? rows : [none]))
}

const row = (...cells) =>
  element('tr', {}, ...cells.map((cell) => (cell.localName === 'td' ? cell : element('td', {}, cell))))

const timeOf = (text) => {
  const time = new Date(text).toLocaleString([], { dateStyle: 'short', timeStyle: 'medium' })
  return element('time', { dateTime: text }, time)
}

/** A reason, with its times as those of the page. */
const reasonOf = (text) =>
  element(
    'small',
    {},
    ...text.split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/).map((part, index) => (index % 2 ? timeOf(part) : part)),
  )

/* Trigger */

/** Sets `author.name` in a payload. Without a prototype, `__proto__` is a field like any other. */
const setField = (payload, path, value) => {
  const parts = path.split('.')
  const last = parts.pop()
  let target = payload
  for (const part of parts) target = target[part] ??= Object.create(null)
  target[last] = value
}

const payloadOf = (fields, elements) => {
  const payload = Object.create(null)
  for (const { name, example } of fields) {
    const { value } = elements[`payload.${name}`]
    if (value.trim() === '') continue
    try {
      setField(payload, name, example === undefined ? value : JSON.parse(value))
    } catch (error) {
      elements[`payload.${name}`].focus()
      throw new Error(`${name} must be JSON, such as ${example}. ${error.message}`, { cause: error })
    }
  }
  return payload
}

const trigger = async ({ identifier, fields }, { elements }) => {
  const to = elements['to'].value
  const events = [{ name: identifier, to, payload: payloadOf(fields, elements) }]
  const answer = await request('v1/events/trigger/bulk', { events })
  const [{ status, error }] = answer.data ?? answer
  if (status !== 'processed') say(`Not triggered (${status}): ${error}`, true)
  else if (error) say(`${identifier} for ${to}: ${error}`, true)
  else say(`Triggered ${identifier} for ${to}.`)
}

/** A text, or JSON for a list, which begins with an example. */
const fieldInput = ({ name, example }) => {
  const properties = { name: `payload.${name}`, autocomplete: 'off', spellcheck: false }
  if (example === undefined) return element('label', {}, name, element('input', properties))
  const value = JSON.stringify(JSON.parse(example), null, 2)
  const rows = Math.min(value.split('\n').length, 12)
  return element('label', {}, name, element('textarea', { ...properties, value, rows }))
}

const workflowForm = (workflow, index) => {
  const { identifier, name, fields } = workflow
  const form = element(
    'form',
    {},
    element(
      'label',
      {},
      'to',
      element('input', { name: 'to', required: true, autocomplete: 'off', spellcheck: false }),
    ),
    ...fields.map(fieldInput),
    element('button', { className: 'primary' }, `Trigger ${identifier}`),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // The same result twice is announced twice.
    say('')
    try {
      await trigger(workflow, form)
      await showState()
    } catch (error) {
      say(error.message, true)
    }
  })
  return element('details', { open: index === 0 }, element('summary', {}, name), form)
}

/* What the service has done, and will do */

/** The messages of an event to one recipient are a row: they were created together. */
const eventsOf = (messages) => {
  const events = new Map()
  for (const message of messages) {
    const key = JSON.stringify([message.transactionId, message.subscriberId])
    events.set(key, [...(events.get(key) ?? []), message])
  }
  return [...events.values()]
}

const messageItem = ({ channel, status, reason }) =>
  element(
    'li',
    { className: status === 'error' ? 'problem' : '' },
    // What the service does not send on purpose has this status.
    `${channel} ${status === 'warning' ? 'not sent' : status}`,
    ...(reason ? [reasonOf(reason)] : []),
  )

const eventRow = (messages) => {
  const [{ createdAt, subscriberId, workflow, transactionId }] = messages
  return row(
    timeOf(createdAt),
    subscriberId ?? '',
    element('td', {}, workflow ?? '', element('small', { className: 'id' }, transactionId ?? '')),
    element('ul', {}, ...messages.toReversed().map(messageItem)),
  )
}

const waitingRow = ({ dueAt, subscriberId, workflow, step, reason }) =>
  row(timeOf(dueAt), subscriberId, workflow, element('td', {}, step, reasonOf(reason)))

const showState = async () => {
  const query = only.checked ? `?${new URLSearchParams({ subscriber: current })}` : ''
  const { messages, waiting, streamCount, log } = await request(`state${query}`)
  showRows('#messages', eventsOf(messages), eventRow)
  showRows('#waiting', waiting, waitingRow)
  showRows('#log', log.length > 0 ? log : ['Nothing yet.'], (line) => element('li', {}, line))
  find('#streams').textContent = `Streams of live delivery from this process: ${streamCount}`
}

/* The subscriber */

const channelsText = (enabled, channels) => {
  const texts = Object.entries(channels).map(([channel, isOn]) => `${channel} ${enabled && isOn ? 'on' : 'off'}`)
  return texts.join(', ') || (enabled ? 'on' : 'off')
}

const showSubscriber = async () => {
  const subscriberId = current
  const { profile, preferences } = await request(`subscriber?${new URLSearchParams({ id: subscriberId })}`)
  // Another one was chosen meanwhile.
  if (subscriberId !== current) return
  const { firstName, lastName, email, phone, locale, timezone } = profile ?? {}
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const known = [subscriberId, name, email, phone, locale, timezone].filter(Boolean).join(' · ')
  // A console that changes no inbox creates no subscriber either.
  inbox.subscriberId = profile || changesInboxes ? current : undefined
  find('#profile').textContent = profile ? known : `The service has no subscriber ${subscriberId}.`
  find('#preferences').hidden = !preferences
  if (!preferences) return
  const { global, workflows, timeZone } = preferences
  const all = { name: 'All workflows', ...global, timeZone }
  const each = workflows.map(({ workflow, enabled, channels }) => ({ name: workflow.name, enabled, channels }))
  showRows('#preferences', [all, ...each], ({ name: workflow, enabled, channels, schedule, timeZone: zone }) =>
    row(
      workflow,
      element(
        'td',
        {},
        channelsText(enabled, channels),
        ...(schedule?.isEnabled ? [element('small', {}, `within delivery hours${zone ? `, ${zone}` : ''}`)] : []),
      ),
    ),
  )
}

/** Shows the inbox of a subscriber, and proposes that subscriber as the recipient. */
const show = (subscriberId) => {
  current = subscriberId
  subscriberInput.value = subscriberId
  for (const input of document.querySelectorAll('input[name=to]')) input.value = subscriberId
}

/* The page */

const integrationRow = ({ name, identifier, channel, providerId, active, primary }) =>
  row(
    element('td', {}, name, element('small', {}, identifier)),
    element('td', {}, providerId, element('small', {}, channel)),
    `${active ? 'active' : 'not active'}${primary ? ', primary' : ''}`,
  )

const setUp = async () => {
  const { title, workflows, integrations, workspace, hasLogIn, ...more } = await request('setup')
  changesInboxes = more.changesInboxes
  document.title = title
  find('h1').textContent = title
  find('#log-out').hidden = !hasLogIn
  find('#workflows').append(...workflows.map(workflowForm))
  showRows('#integrations', integrations, integrationRow)
  find('#workspace').textContent = `Workflows and integrations are from ${workspace}.`
  inbox.baseUrl = new URL('inbox', location.href).pathname
  inbox.navigate = (href) => say(`In your app, this opens ${href}.`)
  if (changesInboxes) return
  // Only the user marks. Without these, the inbox would offer what the console refuses.
  inbox.seenWhen = 'never'
  inbox.triage = false
  inbox.preferences = 'read'
}

const refresh = async () => {
  try {
    await Promise.all([showState(), showSubscriber()])
    find('#connection').textContent = ''
  } catch (error) {
    find('#connection').textContent = `${document.title} does not respond: ${error.message}`
  }
}

const poll = async () => {
  if (!document.hidden) await refresh()
  setTimeout(poll, pollInterval)
}

find('#look-up').addEventListener('submit', (event) => {
  event.preventDefault()
  const subscriberId = subscriberInput.value.trim()
  history.replaceState(null, '', `?${new URLSearchParams({ subscriber: subscriberId })}`)
  show(subscriberId)
  void refresh()
})
only.addEventListener('change', () => void refresh())

try {
  await setUp()
  show(new URLSearchParams(location.search).get('subscriber') || 'pia')
  await poll()
} catch (error) {
  say(error.message, true)
}
