import { afterAll, expect, test } from 'vitest'
import { hashToken } from '#platform/server/token.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { resetAccount } from './reset-account.ts'

const app = await startApp()
afterAll(app.close)

/** Adds every credential and pending link that an account can have. */
async function addAllCredentials({ id }: Member) {
  await app.rows(
    'insert into authenticator (account_id, secret, created_at, confirmed_at) values ($1, $2, now(), now())',
    id,
    Buffer.from('secret'),
  )
  await app.rows('insert into recovery_code values ($1, $2, null)', id, Buffer.from('code'))
  await app.rows(
    `insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, '', 0, '{}', 'Key', now())`,
    id,
    Buffer.from(id),
  )
  await app.rows("update device set trusted_until = now() + interval '30 days' where account_id = $1", id)
  await app.rows(
    "insert into password_reset values ($1, $2, now(), now() + interval '1 hour', null)",
    hashToken(`link ${id}`),
    id,
  )
  await app.rows(
    `insert into login_challenge (token_hash, purpose, account_id, keep_signed_in, created_at, expires_at)
     values ($1, 'second-factor', $2, false, now(), now() + interval '5 minutes')`,
    hashToken(`challenge ${id}`),
    id,
  )
  await app.rows(
    "insert into email_verification values ($1, $2, 'thief@example.org', now() + interval '1 day', null, true)",
    hashToken(`address ${id}`),
    id,
  )
  await app.rows(
    'insert into calendar_feed (account_id, token_hash, created_at) values ($1, $2, now())',
    id,
    hashToken(id),
  )
}

/** Counts the account’s remaining credentials and pending links. */
async function countCredentials({ id }: Member) {
  const [counts] = await app.rows(
    `select
      (select count(*) from session where account_id = $1 and ended_at is null) as sessions,
      (select count(*) from password_reset where account_id = $1 and expires_at > $2) as links,
      (select count(*) from login_challenge where account_id = $1 and expires_at > $2) as challenges,
      (select count(*) from email_verification where account_id = $1 and changes_address and expires_at > $2) as addresses,
      (select count(*) from device where account_id = $1) as devices,
      (select count(*) from calendar_feed where account_id = $1) as feeds,
      (select count(*) from authenticator where account_id = $1)
        + (select count(*) from recovery_code where account_id = $1)
        + (select count(*) from passkey where account_id = $1) as factors`,
    id,
    app.clock.now(),
  )
  return counts
}

test('a reset revokes all earlier access to the account and leaves other accounts unchanged', async () => {
  const [ada, grace] = [await app.member(), await app.member()]
  await addAllCredentials(ada)
  await addAllCredentials(grace)

  const { url } = await resetAccount(app.context, { email: ada.person.email.toUpperCase(), secondFactor: false })

  expect(url).toMatch(/^http:\/\/localhost:5001\/reset-password\/[\w-]{43}$/)
  // The one remaining link is the new one.
  expect(await countCredentials(ada)).toEqual({
    sessions: 0,
    links: 1,
    challenges: 0,
    addresses: 0,
    devices: 0,
    feeds: 0,
    factors: 3,
  })
  expect(await countCredentials(grace)).toEqual({
    sessions: 1,
    links: 1,
    challenges: 1,
    addresses: 1,
    devices: 1,
    feeds: 1,
    factors: 3,
  })
  expect((await ada.get('/api/auth/me')).status).toBe(401)
  const { email, password } = ada.person
  expect((await app.stranger().post('/api/auth/login', { email, password })).status).toBe(400)
})

test('the second factor is removed only if requested, and the owner is notified', async () => {
  const ada = await app.member()
  await addAllCredentials(ada)

  const { hadSecondFactor, url } = await resetAccount(app.context, { email: ada.person.email, secondFactor: true })

  expect([hadSecondFactor, (await countCredentials(ada)).factors]).toEqual([true, 0])
  const [notice] = await emailsTo(app, ada.person.email, 'Your account has been reset')
  expect(notice?.text).toContain('We also removed your two-factor login')
  // The mailbox may be compromised: only the operator gets the link.
  expect(notice?.text).not.toContain(url)
})
