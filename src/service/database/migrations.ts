/**
 * The migrations, in order. Never edit a released migration: append a new one. Until 1.0.0 none is released, and the
 * first one changes in place. Plain SQL for PostgreSQL 15 and later, on both engines, and for partitioned messages: see
 * partitionMessages. Ids are compared by bytes (`collate "C"`), so that they sort the same in every server locale.
 */
export const migrations: readonly string[] = [
  `
  create table tidings.subscribers (
    id text collate "C" primary key,
    environment_id text not null,
    subscriber_id text not null,
    first_name text,
    last_name text,
    email text,
    phone text,
    avatar text,
    locale text,
    timezone text,
    data jsonb,
    channels jsonb not null,
    from_workspace jsonb,
    version integer not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unread_unseen integer not null default 0,
    unread_seen integer not null default 0,
    read_unseen integer not null default 0,
    read_seen integer not null default 0,
    payloads_indexed boolean not null default false,
    preferences jsonb,
    unique (environment_id, subscriber_id)
  );

  -- The subscriber is locked while messages are added, and while it is deleted with them. A foreign key would look it
  -- up again for each message, and read the whole table for each deletion.
  create table tidings.messages (
    id text collate "C" primary key,
    subscriber_key text collate "C" not null,
    notification_id text not null,
    job_id text not null,
    template_id text not null,
    template_identifier text not null,
    message_template_id text not null,
    transaction_id text not null,
    channel text not null,
    provider_id text,
    feed_id text,
    subject text,
    content text not null,
    cta jsonb not null,
    actor jsonb not null,
    payload jsonb not null,
    overrides jsonb not null,
    data jsonb,
    tags jsonb not null,
    context_keys jsonb not null,
    email text,
    phone text,
    direct_webhook_url text,
    device_tokens jsonb not null,
    status text not null,
    error_id text,
    error_text text,
    read boolean not null,
    seen boolean not null,
    last_read_at timestamptz(3),
    last_seen_at timestamptz(3),
    archived_at timestamptz(3),
    snoozed_until timestamptz(3),
    delivered_at jsonb not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    integration_id text collate "C",
    send_at timestamptz(3),
    tries integer,
    only_if jsonb,
    payload_keys bigint[]
  );

  -- A page and a count of the feed read the first index alone, whatever the flags; the other two make the
  -- badge's question (how many are new?) cost what is new, not what there ever was.
  create index messages_feed on tidings.messages (subscriber_key, created_at desc, id desc)
    include (read, seen) where channel = 'in_app' and archived_at is null and snoozed_until is null;
  create index messages_unread on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and archived_at is null and snoozed_until is null and not read;
  create index messages_unseen on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and archived_at is null and snoozed_until is null and not seen;
  -- What the user has put aside: the lists of it, and the snoozes that are due.
  create index messages_archived on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and archived_at is not null;
  create index messages_snoozed on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and snoozed_until is not null;
  create index messages_due on tidings.messages (snoozed_until) where snoozed_until is not null;
  -- What became of an event, and of the messages that were sent to a subscriber.
  create index messages_transaction on tidings.messages (transaction_id);
  create index messages_sent on tidings.messages (subscriber_key, id desc) where channel <> 'in_app';
  -- The messages that wait to be sent, in a queue for each integration: one that hangs delays no other one, however
  -- many messages wait for it. The id of an integration contains its environment.
  create index messages_sending on tidings.messages (integration_id, send_at) where send_at is not null;

  -- Workflows that wait at one of their steps, each for one recipient. A digest has a key, and one row at a time.
  create table tidings.runs (
    id text collate "C" primary key,
    environment_id text not null,
    subscriber_key text collate "C" not null,
    workflow text not null,
    step text not null,
    digest_key text,
    waits_for text,
    due_at timestamptz(3) not null,
    notification_id text not null,
    shown jsonb not null,
    events jsonb not null,
    total_count integer not null,
    transaction_ids text[] not null,
    last_event_at timestamptz(3) not null,
    unique (subscriber_key, digest_key)
  );
  create index runs_due on tidings.runs (environment_id, due_at);
  create index runs_waits_for on tidings.runs (waits_for) where waits_for is not null;
  -- Finds the runs of an event that is canceled.
  create index runs_transactions on tidings.runs using gin (transaction_ids);

  -- The hash of each value in a payload with its path and its subscriber, so that the entries of each subscriber are
  -- lists of their own in the index. No filter is nested deeper than 100 objects. Messages store the hashes, because
  -- an index that computes them would slow each mark-all.
  create function tidings.payload_keys(subscriber_key text, payload jsonb) returns bigint[]
  language plpgsql immutable strict parallel safe as $$
  begin
    return array(
      with recursive member (depth, hash, value) as (
        select 1, hashtextextended(pair.key, hashtextextended(subscriber_key, 0)), pair.value
        from jsonb_each(payload) as pair
        union all
        select depth + 1, hashtextextended(pair.key, hash), pair.value
        from member, jsonb_each(member.value) as pair
        where jsonb_typeof(member.value) = 'object' and depth < 100
      )
      select jsonb_hash_extended(value, hash) from member where jsonb_typeof(value) <> 'object' or value = '{}'
    );
  end $$;
  -- A mark writes its row into this index again. New entries wait in a list, and are sorted in together: a mark-all of
  -- 50,000 messages so takes less than half of the time. A filter reads the list, which is short.
  create index messages_payload on tidings.messages using gin (payload_keys) with (gin_pending_list_limit = 256)
    where payload_keys is not null;

  create table tidings.transaction_ids (
    environment_id text not null,
    transaction_id text not null,
    created_at timestamptz(3) not null,
    primary key (environment_id, transaction_id)
  );
  -- Finds old transaction ids for the retention. Old messages are found by their ids, which sort by time.
  create index transaction_ids_created_at on tidings.transaction_ids (environment_id, created_at);

  create table tidings.stored_responses (
    organization_id text not null,
    key text not null,
    fingerprint text not null,
    status integer not null,
    body text not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, key)
  );
  create index stored_responses_created_at on tidings.stored_responses (created_at);

  create table tidings.secrets (name text primary key, secret text not null);
  `,
]

/** The largest number of partitions. A migration locks all of them, and a server has 6,400 locks by default. */
export const maxPartitions = 256

export const isPartitionCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 2 && count <= maxPartitions

/**
 * Splits the empty table of messages into partitions by subscriber, directly after the first migration. Databases that
 * distribute a table require its distribution column in each unique key. The key starts with the id, so that it finds a
 * message without the subscriber too.
 */
export const partitionMessages = (partitions: number): string => `
  do $$
  declare
    definitions text[] := array(
      select indexdef from pg_indexes
      where schemaname = 'tidings' and tablename = 'messages' and indexname <> 'messages_pkey');
    definition text;
  begin
    alter table tidings.messages rename to unpartitioned;
    create table tidings.messages (like tidings.unpartitioned) partition by hash (subscriber_key);
    drop table tidings.unpartitioned;
    alter table tidings.messages add primary key (id, subscriber_key);
    foreach definition in array definitions loop
      execute definition;
    end loop;
    for remainder in 0..${partitions - 1} loop
      execute format(
        'create table tidings.messages_%s partition of tidings.messages for values with (modulus %s, remainder %s)',
        remainder, ${partitions}, remainder);
    end loop;
  end $$`
