import { afterAll, expect, test } from 'vitest'
import { forgetLogins } from '#features/accounts/server/public.ts'
import { forgetNotifications } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { startApp } from '../support/start-app.ts'

/** What a night forgets while others are at the same rows: the night of another process, and people. */

const app = await startApp()
afterAll(app.close)

const DUE = 2_500

const due = `with row as (
  select gen_random_uuid() as id, now() - number * interval '1 second' - interval '10 years' as at
  from generate_series(1, ${DUE}) as number)`

/** Old logins of one member, each with a step that was never finished. */
async function fillLogins(memberId: string) {
  await app.rows(
    `${due}, old as (
      insert into session (id, account_id, access_token_hash, access_expires_at, refresh_family_hash, refresh_token_hash,
        keep_signed_in, user_agent, created_at, last_used_at, expires_at, confirmed_at)
      select id, $1, sha256(id::text::bytea), at, sha256(id::text::bytea), sha256(id::text::bytea), true, 'Firefox',
        at, at, at, at from row returning id, created_at)
    insert into login_challenge (token_hash, purpose, account_id, session_id, keep_signed_in, created_at, expires_at)
    select sha256(id::text::bytea), 'confirmation', $1, id, true, created_at, created_at from old`,
    memberId,
  )
}

async function fillNotifications(memberId: string) {
  await app.rows(
    `${due} insert into notification (member_id, reason, title, text, path, created_at)
    select $1, id::text, 'Moved', 'To Monday', '/portal', at from row`,
    memberId,
  )
}

/** The same night by two processes. @returns what each says that it deleted */
async function forgetTwice(forget: (context: Context) => Promise<void>): Promise<Record<string, number>[]> {
  const told: Record<string, number>[] = []
  const log = { ...app.context.log, info: (counts: Record<string, number>) => void told.push(counts) }
  await Promise.all([0, 1].map(() => forget({ ...app.context, log: log as Context['log'] })))
  return told
}

test('two processes that forget at once do each row once, while somebody reads what they forget', async () => {
  const member = await app.quickMember()
  await fillNotifications(member.id)
  const [told, answers] = await Promise.all([
    forgetTwice(forgetNotifications),
    Promise.all(
      Array.from({ length: 10 }, () => member.post('/api/notifications/reading', { until: new Date().toISOString() })),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // What somebody was at just then comes the next night.
  told.push(...(await forgetTwice(forgetNotifications)))
  expect(await app.rows('select 1 from notification where member_id = $1', member.id)).toEqual([])
  expect(told.reduce((sum, { deleted = 0 }) => sum + deleted, 0)).toBe(DUE)
}, 120_000)

test('whoever leaves in that moment has left, and their logins are gone', async () => {
  for (let round = 0; round < 3; round += 1) {
    const member = await app.quickMember()
    await fillLogins(member.id)
    const [, answer] = await Promise.all([
      forgetTwice(forgetLogins),
      member.send('DELETE', '/api/account', { confirmation: 'delete' }),
    ])
    expect(answer.status).toBe(200)
    await forgetLogins(app.context)
    expect(await app.rows('select 1 from login_challenge where account_id = $1', member.id)).toEqual([])
    expect(await app.rows("select 1 from session where account_id = $1 and user_agent = 'Firefox'", member.id)).toEqual(
      [],
    )
  }
}, 120_000)

test('what somebody is at is not waited for, and comes the next night', async () => {
  const member = await app.quickMember()
  await fillNotifications(member.id)
  const left = () => app.rows('select id from notification where member_id = $1', member.id)
  await app.context.db.transaction().execute(async (tx) => {
    const held = tx.selectFrom('notification').where('member_id', '=', member.id).select('id').limit(1)
    const { id } = await held.forUpdate().executeTakeFirstOrThrow()
    await forgetNotifications(app.context)
    expect(await left()).toEqual([{ id }])
  })
  await forgetNotifications(app.context)
  expect(await left()).toEqual([])
}, 120_000)
