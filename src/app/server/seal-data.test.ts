import { Secret } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { openDataKeys } from '#platform/server/data-keys.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { memberWithApp, totpCode } from '#tests/support/given/second-factor.ts'
import { requireKnownKeys } from './data-keys.ts'
import { sealData } from './seal-data.ts'

const app = await startApp()
afterAll(app.close)

const url = 'https://calendar.example.org/a-long-and-secret-name.ics'

async function canLogInWith(member: Pick<Member, 'person'>, secret: string): Promise<boolean> {
  app.clock.advance({ seconds: 30 })
  const { email, password } = member.person
  const { challenge } = (await app.stranger().post('/api/auth/login', { email, password })).body.data
  const code = totpCode(secret, app.clock.now())
  return (await app.stranger().post('/api/auth/second-factor', { challenge, code })).status === 200
}

async function consultantWithCalendar() {
  const { id, accountId } = await givenBookableConsultant(app)
  const consultant = await app.returning({ id: accountId })
  expect((await consultant.post('/api/consultant/calendars', { url })).status).toBe(200)
  return { ...consultant, consultantId: id }
}

const listCalendars = async (consultant: Pick<Member, 'get'>) =>
  (await consultant.get('/api/consultant/calendars')).body.data.map(({ name }: { name: string }) => name)

/** How rows were stored before encryption was introduced. */
async function unseal(memberId: string, secret: string, consultantId: string) {
  const plain = Buffer.from(Secret.fromBase32(secret).buffer)
  await app.rows('update authenticator set secret = $2, sealed = null where account_id = $1', memberId, plain)
  await app.rows(
    'update imported_calendar set url = $2, sealed = null, url_hash = null where consultant_id = $1',
    consultantId,
    url,
  )
}

const readRows = async () =>
  (await app.rows('select a::text as row from authenticator a union all select c::text from imported_calendar c'))
    .map(({ row }) => row)
    .join('\n')

test('authenticator secrets and calendar addresses are encrypted as soon as they are stored', async () => {
  const ada = await memberWithApp(app)
  const consultant = await consultantWithCalendar()

  const rows = await readRows()
  expect(rows).not.toContain(Buffer.from(Secret.fromBase32(ada.secret).buffer).toString('hex'))
  expect(rows).not.toContain('a-long-and-secret-name')
  expect(rows).not.toContain(Buffer.from('a-long-and-secret-name').toString('hex'))
  expect(await canLogInWith(ada, ada.secret)).toBe(true)
  expect(await listCalendars(consultant)).toEqual(['calendar.example.org … name.ics'])
  expect((await consultant.post('/api/consultant/calendars', { url })).body.code).toBe('calendar-already-added')
})

test('the plain column that the previous version reads holds random bytes, not the secret', async () => {
  const members = [await memberWithApp(app), await memberWithApp(app)]
  const ids = members.map(({ id }) => id)
  const before = await app.rows('select secret from authenticator where account_id = any($1)', ids)
  for (const { id, secret } of members) {
    const plain = Buffer.from(Secret.fromBase32(secret).buffer)
    await app.rows('update authenticator set secret = $2, sealed = null where account_id = $1', id, plain)
  }
  await app.run('seal-data')
  const after = await app.rows('select secret from authenticator where account_id = any($1)', ids)

  const columnValues = [...before, ...after].map(({ secret }) => Buffer.from(secret).toString('hex'))
  expect(columnValues.map(({ length }) => length)).toEqual([40, 40, 40, 40])
  expect(new Set(columnValues).size).toBe(4)
  for (const { secret } of members)
    expect(columnValues).not.toContain(Buffer.from(Secret.fromBase32(secret).buffer).toString('hex'))
})

test('unencrypted rows are still readable, and the nightly job encrypts them', async () => {
  const ada = await memberWithApp(app)
  const consultant = await consultantWithCalendar()
  await unseal(ada.id, ada.secret, consultant.consultantId)
  expect(await canLogInWith(ada, ada.secret)).toBe(true)
  expect(await listCalendars(consultant)).toEqual(['calendar.example.org … name.ics'])
  expect((await consultant.post('/api/consultant/calendars', { url })).body.code).toBe('calendar-already-added')

  await app.run('seal-data')

  expect(await app.rows('select 1 from authenticator where sealed is null')).toEqual([])
  expect(await readRows()).not.toContain('a-long-and-secret-name')
  expect(await canLogInWith(ada, ada.secret)).toBe(true)
  expect(await listCalendars(consultant)).toEqual(['calendar.example.org … name.ics'])
})

test('once everything is re-encrypted with a new first key, the old key is no longer needed', async () => {
  const ada = await memberWithApp(app)
  await consultantWithCalendar()
  const [newKey, oldKey] = [Buffer.alloc(32, 8), Buffer.alloc(32, 7)]
  const rotated = { ...app.context, dataKeys: openDataKeys([newKey, oldKey]) }
  const newKeyOnly = { ...app.context, dataKeys: openDataKeys([newKey]) }
  await expect(requireKnownKeys(app.context.db, newKeyOnly.dataKeys)).rejects.toThrow(/neither in DATA_KEYS/)

  const { sealed } = await sealData(rotated)

  expect(sealed).toBeGreaterThan(1)
  await requireKnownKeys(app.context.db, newKeyOnly.dataKeys)
  expect(await sealData(newKeyOnly)).toEqual({ sealed: 0, unknown: 0 })
  // Change the keys back for the other tests.
  expect(await sealData({ ...app.context, dataKeys: openDataKeys([oldKey, newKey]) })).toEqual({ sealed, unknown: 0 })
  expect(await canLogInWith(ada, ada.secret)).toBe(true)
})

test('a row that no key decrypts is logged and left unchanged', async () => {
  await memberWithApp(app)
  const before = await readRows()
  const unknownKeyContext = { ...app.context, dataKeys: openDataKeys([Buffer.alloc(32, 9)]) }

  const { sealed, unknown } = await sealData(unknownKeyContext)

  expect([sealed, unknown > 0]).toEqual([0, true])
  expect(await readRows()).toBe(before)
  expect(app.logLines.join('\n')).toContain('{"authenticator":')
})

test('an encrypted secret copied into another row does not work', async () => {
  const [ada, eve] = [await memberWithApp(app), await memberWithApp(app)]
  await app.rows(
    'update authenticator set sealed = (select sealed from authenticator where account_id = $1) where account_id = $2',
    eve.id,
    ada.id,
  )
  expect(await canLogInWith(ada, eve.secret)).toBe(false)
})
