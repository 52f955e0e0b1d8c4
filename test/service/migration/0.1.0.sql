create schema tidings;
create table tidings.migrations (version integer primary key, applied_at timestamptz not null default now());

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
    unique (environment_id, subscriber_id)
  );

  create table tidings.messages (
    id text collate "C" primary key,
    subscriber_key text collate "C" not null references tidings.subscribers (id),
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
    delivered_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  );

  -- A page and a count of the feed read the first index alone, whatever the flags; the other two make the
  -- badge's question (how many are new?) cost what is new, not what there ever was.
  create index messages_feed on tidings.messages (subscriber_key, created_at desc, id desc)
    include (read, seen) where channel = 'in_app';
  create index messages_unread on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and not read;
  create index messages_unseen on tidings.messages (subscriber_key, created_at desc, id desc)
    where channel = 'in_app' and not seen;

  create table tidings.deliveries (
    environment_id text not null,
    transaction_id text not null,
    created_at timestamptz(3) not null,
    primary key (environment_id, transaction_id)
  );

  create table tidings.answers (
    organization_id text not null,
    key text not null,
    fingerprint text not null,
    status integer not null,
    body text not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, key)
  );
  create index answers_created_at on tidings.answers (created_at);
  
