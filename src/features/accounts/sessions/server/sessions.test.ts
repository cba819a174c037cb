import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { cookieIn, type TestAnswer } from '#tests/support/app/test-client.ts'
import type { Session } from '../contract.ts'

const app = await startApp()
afterAll(app.close)

const appWithMovingClock = await startApp()
afterAll(appWithMovingClock.close)

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('sessions are listed newest first, with the current one marked', async () => {
  const ada = await newcomer()
  const phone = await ada.logIn({ userAgent: onPhone, keepSignedIn: true })
  const computer = await ada.logIn({ userAgent: onWindows })

  const { status, body } = await computer.get('/api/account/sessions')

  expect(status).toBe(200)
  const [current, other] = body.data.items as Session[]
  expect(body.data).toEqual({ items: [current, other], nextCursor: null })
  expect(current).toEqual({
    id: expect.any(String),
    device: 'Chrome on Windows',
    deviceKind: 'computer',
    signedInAt: expect.any(String),
    lastUsedAt: expect.any(String),
    expiresAt: expect.any(String),
    keepSignedIn: false,
    isThis: true,
  })
  expect(other).toMatchObject({ device: 'Safari on iOS', deviceKind: 'phone', keepSignedIn: true, isThis: false })
  expect(hoursBetween(current?.signedInAt, current?.expiresAt)).toBe(12)
  expect(hoursBetween(other?.signedInAt, other?.expiresAt)).toBe(30 * 24)
  expect((await phone.get('/api/account/sessions')).body.data.items[0].isThis).toBe(false)
})

test('ended and expired sessions are not listed', async () => {
  const ada = await newcomer(appWithMovingClock)
  await ada.logIn()
  const keptSession = await ada.logIn({ keepSignedIn: true })
  const loggedOut = await ada.logIn()
  await loggedOut.post('/api/auth/logout')
  expect(await listSessions(keptSession)).toHaveLength(2)

  appWithMovingClock.clock.advance({ minutes: 60 })
  const current = await ada.logIn()
  expect(await listSessions(current)).toHaveLength(2)
  appWithMovingClock.clock.advance({ days: 30 })
  expect(await listSessions(await ada.logIn())).toHaveLength(1)
})

test('sessions are paginated without duplicates', async () => {
  const ada = await newcomer()
  for (let login = 0; login < 5; login += 1) await ada.logIn()
  const current = await ada.logIn()
  const listedIds: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await current.get(`/api/account/sessions?limit=2${cursor && `&cursor=${cursor}`}`)
    listedIds.push(...body.data.items.map(({ id }: Session) => id))
    cursor = body.data.nextCursor
  }
  expect(new Set(listedIds).size).toBe(6)
  expect(listedIds).toHaveLength(6)
})

test('logging out a device revokes its tokens immediately, and the device is no longer trusted', async () => {
  const ada = await newcomer()
  const phone = await ada.logIn({ keepSignedIn: true })
  const current = await ada.logIn()
  await trustAll(ada.id)
  const { id } = await getOtherSession(current)

  const answer = await current.delete(`/api/account/sessions/${id}`)

  expect(answer).toMatchObject({ status: 200, body: { message: 'Device logged out.' }, cookies: [] })
  expect(answer.headers['clear-site-data']).toBeUndefined()
  expect((await phone.get('/api/auth/me')).status).toBe(401)
  expect((await phone.renew()).body.data).toBeNull()
  expect((await current.get('/api/auth/me')).status).toBe(200)
  expect(await listTrusted(ada.id)).toEqual([true])
  expect((await current.delete(`/api/account/sessions/${id}`)).body).toEqual({
    success: false,
    code: 'session-not-found',
    message: 'That device is already logged out.',
  })
})

test('logging out elsewhere ends all other sessions and returns their number', async () => {
  const ada = await newcomer()
  const otherSessions = [await ada.logIn(), await ada.logIn({ keepSignedIn: true })]
  const loggedOut = await ada.logIn()
  await loggedOut.post('/api/auth/logout')
  const current = await ada.logIn()
  const stranger = await app.quickMember()
  await trustAll(ada.id)

  const { status, body } = await current.delete('/api/account/sessions')

  expect([status, body.data]).toEqual([200, { ended: 2 }])
  for (const session of otherSessions) {
    expect((await session.get('/api/auth/me')).status).toBe(401)
    expect((await session.renew()).body.data).toBeNull()
  }
  expect((await current.get('/api/auth/me')).status).toBe(200)
  expect((await stranger.get('/api/auth/me')).status).toBe(200)
  expect(await listTrusted(ada.id)).toEqual([true])
  expect((await current.delete('/api/account/sessions')).body.data).toEqual({ ended: 0 })
})

test('ending the current session logs the member out', async () => {
  const ada = await newcomer(appWithMovingClock)
  const current = await ada.logIn()
  const { id } = await getCurrentSession(current)

  const answer = await current.delete(`/api/account/sessions/${id}`)

  expect(answer.status).toBe(200)
  expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '', path: '/api/auth/refresh' }])
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect((await current.get('/api/auth/me')).status).toBe(401)
})

test('logging out other sessions requires recent reauthentication', async () => {
  const ada = await newcomer(appWithMovingClock)
  await ada.logIn()
  const current = await ada.logIn()
  const { id } = await getOtherSession(current)
  appWithMovingClock.clock.advance({ minutes: 10 })

  for (const sessionId of [id, UNKNOWN_ID]) {
    const { status, body } = await current.delete(`/api/account/sessions/${sessionId}`)
    expect([status, body.code]).toEqual([409, 'reauthentication-needed'])
  }
  expect((await current.delete('/api/account/sessions')).body.code).toBe('reauthentication-needed')
  expect(await listSessions(current)).toHaveLength(2)
})

test('a request for another member’s session gets the same response as one for an unknown session', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const { id } = await getCurrentSession(ada)
  const foreign = await grace.delete(`/api/account/sessions/${id}`)
  const missing = await grace.delete(`/api/account/sessions/${UNKNOWN_ID}`)
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await ada.get('/api/auth/me')).status).toBe(200)
  expect((await grace.delete('/api/account/sessions/nonsense')).status).toBe(400)
})

test('concurrently logging out one session and all sessions does not deadlock', async () => {
  const ada = await newcomer()
  const statuses: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const [firstSession, secondSession] = [await ada.logIn(), await ada.logIn()]
    const [firstListed, secondListed] = (await firstSession.get('/api/account/sessions')).body.data.items as Session[]
    await app.rows("update device set trusted_until = now() + interval '1 day'")
    const answers = await Promise.all([
      firstSession.delete(`/api/account/sessions/${firstListed?.id}`),
      secondSession.delete(`/api/account/sessions/${secondListed?.id}`),
      firstSession.delete('/api/account/sessions'),
      secondSession.delete('/api/account/sessions'),
    ])
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(new Set(statuses)).not.toContain(500)
})

/** A member who can log in repeatedly, each time from a new browser. */
async function newcomer(on = app) {
  const { person, id } = await on.newcomer()
  return {
    id,
    async logIn({ userAgent = onWindows, keepSignedIn = false } = {}) {
      const answer = await on.logIn(person, { keepSignedIn }, { 'user-agent': userAgent })
      const cookie = `refresh=${cookieIn(answer, 'refresh')}`
      const client = on.withToken(answer.body.data.token)
      return { ...client, renew: () => on.visitor.post('/api/auth/refresh', undefined, { cookie }) }
    },
  }
}

type SessionClient = { get: (url: string) => Promise<TestAnswer> }

async function listSessions(client: SessionClient): Promise<Session[]> {
  return (await client.get('/api/account/sessions')).body.data.items
}

const getCurrentSession = (client: SessionClient) => getSession(client, true)
const getOtherSession = (client: SessionClient) => getSession(client, false)

async function getSession(client: SessionClient, isCurrent: boolean): Promise<Session> {
  const session = (await listSessions(client)).find(({ isThis }) => isThis === isCurrent)
  if (!session) throw new Error('The session is not listed')
  return session
}

async function trustAll(accountId: string) {
  await app.rows("update device set trusted_until = now() + interval '30 days' where account_id = $1", accountId)
}

/** Whether each browser that is still trusted has an open session. */
async function listTrusted(accountId: string): Promise<boolean[]> {
  const rows = await app.rows(
    `select ended_at is null as is_open from device join session on session.device_id = device.id
     where device.account_id = $1 and trusted_until is not null`,
    accountId,
  )
  return rows.map((row) => row.is_open)
}

function hoursBetween(from = '', until = ''): number {
  return (new Date(until).getTime() - new Date(from).getTime()) / 3_600_000
}
