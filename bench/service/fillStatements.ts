import { type Layout, typical, whale } from './layout.ts'
import { environmentId } from './postsWorkspace.ts'

const rowsPerStatement = 100_000

/** The time of the first row, and the time in which all were created, in milliseconds. */
const firstTime = Date.UTC(2025, 0, 1)
const period = 200 * 24 * 60 * 60 * 1000

/** Inserts the subscribers and the rows, in the order of time, and what the service computes from them. */
export const insertRows = (layout: Layout): string[] => [
  `insert into tidings.subscribers
    (id, environment_id, subscriber_id, first_name, email, channels, version, created_at, updated_at)
  select key, '${environmentId}', subscriber_id, 'Reader', subscriber_id || '@example.com', '[]', 0, time, time
  from (
    select ${keyOf('place')} as key, '${typical(0).slice(0, -1)}' || place as subscriber_id
    from generate_series(0, ${layout.subscribers - 1}) as place
    union all select ${keyOf('-1')}, '${whale}'
  ) as named, to_timestamp(${firstTime / 1000}) as time`,
  ...Array.from({ length: Math.ceil(layout.rows / rowsPerStatement) }, (_, part) =>
    insertPart(layout, part * rowsPerStatement + 1, Math.min((part + 1) * rowsPerStatement, layout.rows)),
  ),
  ...computedColumns,
  'vacuum analyze',
]

/** The counts of each feed, and the hashes of the payloads of long feeds. */
const computedColumns = [
  `update tidings.subscribers set
    unread_unseen = counted.unread_unseen, unread_seen = counted.unread_seen,
    read_unseen = counted.read_unseen, read_seen = counted.read_seen,
    payloads_indexed = counted.total >= 1000
  from (
    select subscriber_key, count(*) as total,
      count(*) filter (where not read and not seen) as unread_unseen,
      count(*) filter (where not read and seen) as unread_seen,
      count(*) filter (where read and not seen) as read_unseen,
      count(*) filter (where read and seen) as read_seen
    from tidings.messages group by subscriber_key
  ) as counted
  where counted.subscriber_key = subscribers.id`,
  `update tidings.messages set payload_keys = tidings.payload_keys(subscriber_key, payload)
  from tidings.subscribers where subscribers.id = subscriber_key and payloads_indexed`,
]

/** How many messages wait while the idle service is measured. */
const waitingCount = 100_000

/** Makes so many mails wait until tomorrow, like one that was sent, and none else, and so many digests. */
export const insertWaiting = ({ subscribers }: Layout): string[] => [
  'update tidings.messages set send_at = null where send_at is not null',
  `insert into tidings.messages (
    id, subscriber_key, notification_id, job_id, template_id, template_identifier, message_template_id,
    transaction_id, channel, provider_id, integration_id, email, subject, content, cta, actor, payload, overrides, tags,
    context_keys, device_tokens, status, error_id, error_text, read, seen, delivered_at, created_at, updated_at,
    send_at, tries)
  select
    substr(md5('waiting ' || n), 1, 24), ${keyOf(`(n % ${subscribers})`)}, notification_id, job_id, template_id,
    template_identifier, message_template_id, 'waiting ' || n, channel, provider_id, integration_id, email, subject,
    content, cta, actor, payload, overrides, tags, context_keys, device_tokens, 'warning', 'delivery_hours', 'Waits.',
    read, seen, '[]', created_at, updated_at, now() + interval '1 day' + n * interval '1 second', 0
  from (select * from tidings.messages where channel = 'email' limit 1) as sent,
    generate_series(1, ${waitingCount}) as n`,
  // And as many open digests.
  `insert into tidings.runs (
    id, environment_id, subscriber_key, workflow, step, digest_key, due_at, notification_id, shown, events, total_count,
    transaction_ids, last_event_at)
  select
    substr(md5('run ' || n), 1, 24), environment_id, ${keyOf(`(n % ${subscribers})`)}, 'post-activity', 'digest',
    substr(md5('digest ' || n), 1, 24), now() + interval '1 day' + n * interval '1 second', substr(md5('run'), 1, 24),
    '{}', jsonb_build_array(jsonb_build_object(
      'transactionId', 'waiting ' || n, 'time', '2026-01-01T00:00:00.000Z', 'payload', '{"who": "Jo"}'::jsonb)),
    1, array['waiting ' || n], now()
  from (select environment_id from tidings.subscribers limit 1) as any_one, generate_series(1, ${waitingCount}) as n`,
  'vacuum analyze tidings.messages, tidings.runs',
]

/** The key of a typical subscriber, or of the whale, whose place is -1: 24 hexadecimal digits, as all ids. */
const keyOf = (place: string) => `substr(md5('subscriber ' || ${place}), 1, 24)`

/** `place` is the subscriber of a row, `turn` counts the rows of each subscriber. */
const insertPart = ({ rows, stride, subscribers }: Layout, first: number, last: number) => `
  insert into tidings.messages (
    id, subscriber_key, notification_id, job_id, template_id, template_identifier, message_template_id,
    transaction_id, channel, provider_id, feed_id, subject, content, cta, actor, payload, overrides, tags, context_keys,
    device_tokens, status, read, seen, last_read_at, last_seen_at, delivered_at, created_at, updated_at)
  select
    time_digits || '00000' || substr(hash, 1, 7), ${keyOf('place')}, time_digits || '00001' || substr(hash, 1, 7),
    time_digits || '00002' || substr(hash, 1, 7), substr(md5('workflow'), 1, 24), 'post-activity',
    substr(md5('template'), 1, 24), hash::uuid::text, 'in_app', 'novu', 'general',
    who || ': ' || kind, who || ' left a ' || kind || ' on “' || title || '”.',
    jsonb_build_object('type', 'redirect', 'data', jsonb_build_object('url', '/posts/' || post)),
    '{"type": "none", "data": null}',
    jsonb_build_object('kind', kind, 'post', jsonb_build_object('id', post, 'title', title), 'who', who, 'n', n),
    '{}', '["posts"]', '[]', '[]', 'sent', read, seen,
    case when read then time end, case when seen then time end, jsonb_build_array(time), time, time
  from (
    select n, place, turn, hash, time, time_digits,
      (array['comment', 'mention', 'reaction'])[1 + (turn + place + 1) % 3] as kind,
      'post-' || (turn * 7 + place + 1) % 997 as post,
      'How we planned the season, part ' || (turn * 7 + place + 1) % 997 as title,
      (array['Maya', 'Tomás', 'Aiko', 'Noor', 'Ben', 'Lena', 'Ivo'])[1 + (turn + place + 1) % 7] as who,
      turn % 10 not in (0, 3, 7) as read, turn % 10 <> 0 as seen
    from (
      select n, md5(n::text) as hash,
        case when n % ${stride} = 0 then -1 else (n - n / ${stride} - 1) % ${subscribers} end as place,
        case when n % ${stride} = 0 then n / ${stride} else (n - n / ${stride} - 1) / ${subscribers} end as turn,
        to_timestamp((${firstTime} + n::bigint * ${Math.floor(period / rows)}) / 1000.0) as time,
        lpad(to_hex(${firstTime} + n::bigint * ${Math.floor(period / rows)}), 12, '0') as time_digits
      from generate_series(${first}, ${last}) as n
    ) as placed
  ) as written`
