import { createServiceClient } from 'tidings/client'

const subscriberId = process.argv[2] ?? 'dana'

const service = createServiceClient({
  baseUrl: process.env.NOTIFICATIONS_URL ?? 'http://127.0.0.1:4320',
  apiKey: process.env.NOTIFICATIONS_API_KEY,
})

await service.bulkTrigger([
  {
    name: 'announcement',
    to: subscriberId,
    payload: { title: 'Hello', text: 'This came from a script.', url: '/#hello' },
  },
])

const { data } = await service.getFeed(subscriberId, { limit: 5 })
for (const { read, subject, content } of data) console.log(`${read ? ' ' : '•'} ${subject}: ${content}`)
