import { afterAll, expect, test } from 'vitest'
import { purgeExpiredLogins } from '#features/accounts/privacy/server/purge-expired.ts'
import { purgeExpiredNotifications } from '#features/notifications/server/purge-expired.ts'
import type { Context } from '#platform/server/context.ts'
import { startApp } from '../../support/app/start-app.ts'

/** Purges that run concurrently with another process's purge or with requests from members. */

const app = await startApp()
afterAll(app.close)

const DUE = 2_500

const due = `with row as (
  select gen_random_uuid() as id, now() - number * interval '1 second' - interval '10 years' as at
  from generate_series(1, ${DUE}) as number)`

/** Adds expired logins for one member, each with an unfinished login challenge. */
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

/**
 * Runs the same purge twice at once, as two processes would.
 * @returns the number of deleted rows that each purge logs
 */
async function purgeTwice({ run }: { run: (context: Context) => Promise<void> }): Promise<Record<string, number>[]> {
  const logged: Record<string, number>[] = []
  const log = { ...app.context.log, info: (counts: Record<string, number>) => void logged.push(counts) }
  await Promise.all([0, 1].map(() => run({ ...app.context, log: log as Context['log'] })))
  return logged
}

test('two concurrent purges delete each row once, while the member marks notifications as read', async () => {
  const member = await app.quickMember()
  await fillNotifications(member.id)
  const [logged, answers] = await Promise.all([
    purgeTwice(purgeExpiredNotifications),
    // With the purges they use fewer connections than the pool has, so none waits for one (R9 answers 503 then).
    Promise.all(
      Array.from({ length: 4 }, () => member.post('/api/notifications/read', { until: new Date().toISOString() })),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // If rows were locked during the purge, the next purge deletes them.
  logged.push(...(await purgeTwice(purgeExpiredNotifications)))
  expect(await app.rows('select 1 from notification where member_id = $1', member.id)).toEqual([])
  expect(logged.reduce((sum, { deleted = 0 }) => sum + deleted, 0)).toBe(DUE)
})

test('a purge that runs during account deletion leaves no logins behind', async () => {
  for (let round = 0; round < 3; round += 1) {
    const member = await app.quickMember()
    await fillLogins(member.id)
    const [, answer] = await Promise.all([
      purgeTwice(purgeExpiredLogins),
      member.send('DELETE', '/api/account', { confirmation: 'delete' }),
    ])
    expect(answer.status).toBe(200)
    await purgeExpiredLogins.run(app.context)
    expect(await app.rows('select 1 from login_challenge where account_id = $1', member.id)).toEqual([])
    expect(await app.rows("select 1 from session where account_id = $1 and user_agent = 'Firefox'", member.id)).toEqual(
      [],
    )
  }
})

test('a purge skips locked rows, and the next purge deletes them', async () => {
  const member = await app.quickMember()
  await fillNotifications(member.id)
  const listRemaining = () => app.rows('select id from notification where member_id = $1', member.id)
  await app.context.db.transaction().execute(async (tx) => {
    const lockedRow = tx.selectFrom('notification').where('memberId', '=', member.id).select('id').limit(1)
    const { id } = await lockedRow.forUpdate().executeTakeFirstOrThrow()
    await purgeExpiredNotifications.run(app.context)
    expect(await listRemaining()).toEqual([{ id }])
  })
  await purgeExpiredNotifications.run(app.context)
  expect(await listRemaining()).toEqual([])
})
