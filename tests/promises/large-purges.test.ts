import { expect, test } from 'vitest'
import { holdBackEmails } from '#app/backup/finish-restore.ts'
import { revokeAllLogins } from '#features/accounts/server/public.ts'
import { purgeExpiredNotifications } from '#features/notifications/server/purge-expired.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'
import { isStressTest } from '../support/proof/stress-test-size.ts'

/** The first purge after months without one must delete everything due, in batches, and nothing else. */

const DUE = isStressTest ? 50_000 : 2_500
const KEPT = 7

/**
 * How to insert rows of each kind, all belonging to one member (`$1`). The rows to keep are far younger than the due
 * ones.
 */
const tableRows: Record<string, { job: string; insert: string; remaining?: string }> = {
  session: {
    job: 'purge-logins',
    insert: `insert into session (account_id, access_token_hash, access_expires_at, refresh_family_hash,
        refresh_token_hash, keep_signed_in, user_agent, created_at, last_used_at, expires_at, ended_at, confirmed_at)
      select $1, sha256(name::bytea), at, sha256(name::bytea), sha256(name::bytea), true, 'Firefox', at, at,
        at + interval '1 day', case when number % 2 = 0 then at end, at from row`,
    remaining: "select 1 from session where user_agent = 'Firefox'",
  },
  device: {
    job: 'purge-logins',
    insert: `insert into device (account_id, token_hash, user_agent, created_at, last_used_at)
      select $1, sha256(name::bytea), 'Firefox', at, at from row`,
    remaining: "select 1 from device where user_agent = 'Firefox'",
  },
  notification: {
    job: 'purge-notifications',
    insert: `insert into notification (member_id, reason, title, text, path, created_at, read_at)
      select $1, name, 'Moved', 'To Monday', '/portal', at, case when number % 2 = 0 then at end from row`,
  },
  email: {
    job: 'purge-emails',
    insert: `insert into email (id, reason, recipient, subject, text_body, html_body, created_at, sent_at)
      select gen_random_uuid(), name, 'ada@example.org', 'Hello', 'Hello', $1::text, at,
        case when number % 2 = 0 then at end from row`,
    remaining: "select 1 from email where recipient <> ''",
  },
  rate_limit: {
    job: 'purge-attempts',
    insert: `insert into rate_limit (key, points, expire)
      select name || $1, 1, extract(epoch from case when at < now() - interval '1 day' then at else now() + interval '9 years' end) * 1000
      from row`,
    remaining: "select 1 from rate_limit where key like 'row-%'",
  },
  conversation_message: {
    job: 'purge-conversations',
    insert: `, place as (
        insert into conversation (member_id, reply_key, last_message_at, listed_at)
        select $1, '0123456789abcdef', max(at), max(at) from row returning member_id)
      insert into conversation_message (member_id, author, sending_id, text, channel, written_at)
      select place.member_id, 'member', gen_random_uuid(), 'Hello', 'portal', at from row, place`,
  },
  stripe_event: {
    job: 'purge-payment-events',
    insert: `insert into stripe_event (id, type, received_at, handled_at)
      select 'evt_' || name || $1, 'payment_intent.succeeded', at, at from row`,
  },
}

/** Due rows are ten years old and one second apart; the rows to keep are only an hour old. */
const rows = (due: number, kept: number) => `with row as (
  select number, 'row-' || number as name,
    now() - number * interval '1 second' - case when number <= ${due} then interval '10 years' else interval '1 hour' end as at
  from generate_series(1, ${due + kept}) as number) `

async function fill(app: TestApp, kind: string, due = DUE) {
  const { id } = await app.quickMember()
  const insert = tableRows[kind]?.insert ?? ''
  await app.rows(rows(due, KEPT) + insert, id)
}

/** Adds triggers that record how many rows each statement changes. */
async function watch(app: TestApp, tables: string[]) {
  await app.rows('create table changed (name text not null, count integer not null)')
  await app.rows(`create function note_change() returns trigger language plpgsql as $$
    begin insert into changed select tg_table_name, count(*) from old_rows; return null; end $$`)
  for (const table of tables) {
    for (const change of ['update', 'delete']) {
      await app.rows(`create trigger watch_${change} after ${change} on ${table} referencing old table as old_rows
        for each statement execute function note_change()`)
    }
  }
}

async function largestChanges(app: TestApp): Promise<Record<string, { parts: number; largest: number; all: number }>> {
  const changes = await app.rows(`select name, count(*)::int as parts, max(count) as largest, sum(count)::int as all
    from changed where count > 0 group by name`)
  return Object.fromEntries(changes.map(({ name, ...change }) => [name, change]))
}

test('a purge deletes everything due, at most a thousand rows at a time, and nothing else', async () => {
  await using app = await startApp()
  for (const kind of Object.keys(tableRows)) await fill(app, kind)
  await watch(app, Object.keys(tableRows))

  for (const job of new Set(Object.values(tableRows).map(({ job }) => job))) await app.run(job)

  const changes = await largestChanges(app)
  for (const [kind, { remaining = `select 1 from ${kind}` }] of Object.entries(tableRows)) {
    expect.soft((await app.rows(remaining)).length, kind).toBe(KEPT)
    expect.soft(changes[kind], kind).toMatchObject({ all: DUE })
    expect.soft(changes[kind]?.largest, kind).toBeLessThanOrEqual(1_000)
  }
  expect(app.logLines).toEqual([])
})

test('an interrupted job keeps its progress, and the next run continues from there', async () => {
  await using app = await startApp()
  await fill(app, 'notification')
  const oldest = '(select id from notification where read_at is not null order by read_at offset 1100 limit 1)'
  await app.rows(`create table stuck as select id from notification where id = ${oldest}`)
  await app.rows(`create function refuse_stuck() returns trigger language plpgsql as $$
    begin if exists (select from stuck where id = old.id) then raise 'stuck'; end if; return old; end $$`)
  await app.rows('create trigger refuse before delete on notification for each row execute function refuse_stuck()')

  await expect(purgeExpiredNotifications.run(app.context)).rejects.toThrow('stuck')
  expect((await app.rows('select 1 from notification')).length).toBe(DUE + KEPT - 1_000)

  await app.rows('delete from stuck')
  await purgeExpiredNotifications.run(app.context)
  expect((await app.rows('select 1 from notification')).length).toBe(KEPT)
})

test('after a restore, logins are revoked and emails held back in batches', async () => {
  await using app = await startApp()
  const { id } = await app.quickMember()
  const session = tableRows.session?.insert.replace("at + interval '1 day'", "now() + interval '1 day'")
  await app.rows(rows(DUE, 0) + session?.replace('case when number % 2 = 0 then at end', 'null'), id)
  await app.rows(rows(DUE, 0) + tableRows.device?.insert, id)
  await app.rows("update device set trusted_until = now() + interval '1 day'")
  await app.rows(rows(DUE, KEPT) + tableRows.email?.insert, 'Hello')
  await app.rows(
    'insert into email_delivery (id, email_id, requested_at, sent_at) select id, id, created_at, sent_at from email',
  )
  await app.rows(`insert into email_delivery (id, email_id, requested_at)
    select gen_random_uuid(), id, created_at from email where sent_at is null`)
  const [{ waiting }] = await app.rows('select count(*)::int as waiting from email_delivery where sent_at is null')
  await app.rows(`insert into pgboss.job (name, data) select 'send-email', '{}' from generate_series(1, ${DUE})`)
  await watch(app, ['session', 'device', 'email_delivery'])

  expect(await revokeAllLogins(app.context)).toBe(DUE + 1)
  expect(await holdBackEmails(app.context, [])).toBe(waiting)

  expect(await app.rows('select 1 from session where ended_at is null')).toEqual([])
  expect(await app.rows('select 1 from device where trusted_until is not null')).toEqual([])
  expect(await app.rows('select 1 from email_delivery where sent_at is null and failure is null')).toEqual([])
  expect(await app.rows("select 1 from pgboss.job where name = 'send-email' and state < 'completed'")).toEqual([])
  const changes = await largestChanges(app)
  expect(changes).toMatchObject({
    session: { all: DUE + 1 },
    device: { all: DUE + 1 },
    email_delivery: { all: waiting },
  })
  for (const { parts, largest } of Object.values(changes)) {
    expect(parts).toBeGreaterThan(1)
    // Twice the batch size, because an email that staff resent has two deliveries.
    expect(largest).toBeLessThanOrEqual(2_000)
  }
  expect(await revokeAllLogins(app.context)).toBe(0)
  expect(await holdBackEmails(app.context, [])).toBe(0)
})
