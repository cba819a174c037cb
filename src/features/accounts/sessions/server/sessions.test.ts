import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '../../../../../tests/support/app/start-app.ts'
import type { TestAnswer } from '../../../../../tests/support/app/test-client.ts'
import type { Session } from '../contract.ts'

const app = await startApp()
afterAll(app.close)

/** A separate site for tests that move the clock. */
const moving = await startApp()
afterAll(moving.close)

const onWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('sessions are listed latest first, with the current one marked', async () => {
  const ada = await newcomer()
  const phone = await ada.logIn({ userAgent: onPhone, keepSignedIn: true })
  const computer = await ada.logIn({ userAgent: onWindows })

  const { status, body } = await computer.get('/api/account/sessions')

  expect(status).toBe(200)
  const [here, there] = body.data.items as Session[]
  expect(body.data).toEqual({ items: [here, there], nextCursor: null })
  expect(here).toEqual({
    id: expect.any(String),
    device: 'Chrome on Windows',
    deviceKind: 'computer',
    signedInAt: expect.any(String),
    lastUsedAt: expect.any(String),
    expiresAt: expect.any(String),
    keepSignedIn: false,
    isThis: true,
  })
  expect(there).toMatchObject({ device: 'Safari on iOS', deviceKind: 'phone', keepSignedIn: true, isThis: false })
  expect(hoursBetween(here?.signedInAt, here?.expiresAt)).toBe(12)
  expect(hoursBetween(there?.signedInAt, there?.expiresAt)).toBe(30 * 24)
  expect((await phone.get('/api/account/sessions')).body.data.items[0].isThis).toBe(false)
})

test('ended and expired sessions are not listed', async () => {
  const ada = await newcomer(moving)
  await ada.logIn()
  const kept = await ada.logIn({ keepSignedIn: true })
  const left = await ada.logIn()
  await left.post('/api/auth/logout')
  expect(await listed(kept)).toHaveLength(2)

  moving.clock.advance({ minutes: 60 })
  const here = await ada.logIn()
  expect(await listed(here)).toHaveLength(2)
  moving.clock.advance({ days: 30 })
  expect(await listed(await ada.logIn())).toHaveLength(1)
})

test('sessions are paginated without duplicates', async () => {
  const ada = await newcomer()
  for (let login = 0; login < 5; login += 1) await ada.logIn()
  const here = await ada.logIn()
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await here.get(`/api/account/sessions?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.items.map(({ id }: Session) => id))
    cursor = body.data.nextCursor
  }
  expect(new Set(seen).size).toBe(6)
  expect(seen).toHaveLength(6)
})

test('logging out a device revokes its tokens immediately and ends its trust', async () => {
  const ada = await newcomer()
  const phone = await ada.logIn({ keepSignedIn: true })
  const here = await ada.logIn()
  await trustAll(ada.id)
  const [, { id } = { id: '' }] = await listed(here)

  const answer = await here.delete(`/api/account/sessions/${id}`)

  expect(answer).toMatchObject({ status: 200, body: { message: 'That device is logged out.' }, cookies: [] })
  expect(answer.headers['clear-site-data']).toBeUndefined()
  expect((await phone.get('/api/auth/me')).status).toBe(401)
  expect((await phone.renew()).body.data).toBeNull()
  expect((await here.get('/api/auth/me')).status).toBe(200)
  expect(await trusted(ada.id)).toBe(1)
  expect((await here.delete(`/api/account/sessions/${id}`)).body).toEqual({
    success: false,
    code: 'session-not-found',
    message: 'That device is logged out already.',
  })
})

test('logging out elsewhere ends and counts all other sessions and keeps this one', async () => {
  const ada = await newcomer()
  const others = [await ada.logIn(), await ada.logIn({ keepSignedIn: true })]
  const left = await ada.logIn()
  await left.post('/api/auth/logout')
  const here = await ada.logIn()
  const stranger = await app.quickMember()
  await trustAll(ada.id)

  const { status, body } = await here.delete('/api/account/sessions')

  expect([status, body.data]).toEqual([200, { ended: 2 }])
  for (const other of others) {
    expect((await other.get('/api/auth/me')).status).toBe(401)
    expect((await other.renew()).body.data).toBeNull()
  }
  expect((await here.get('/api/auth/me')).status).toBe(200)
  expect((await stranger.get('/api/auth/me')).status).toBe(200)
  expect(await trusted(ada.id)).toBe(1)
  expect((await here.delete('/api/account/sessions')).body.data).toEqual({ ended: 0 })
})

test('ending the current session logs out', async () => {
  const ada = await newcomer(moving)
  const here = await ada.logIn()
  const [{ id } = { id: '' }] = await listed(here)

  const answer = await here.delete(`/api/account/sessions/${id}`)

  expect(answer.status).toBe(200)
  expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '', path: '/api/auth/refresh' }])
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect((await here.get('/api/auth/me')).status).toBe(401)
})

test('logging out other sessions requires recent reauthentication', async () => {
  const ada = await newcomer(moving)
  await ada.logIn()
  const here = await ada.logIn()
  const [, { id } = { id: '' }] = await listed(here)
  moving.clock.advance({ minutes: 10 })

  for (const path of [id, '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await here.delete(`/api/account/sessions/${path}`)
    expect([status, body.code]).toEqual([409, 'reauthentication-needed'])
  }
  expect((await here.delete('/api/account/sessions')).body.code).toBe('reauthentication-needed')
  expect(await listed(here)).toHaveLength(2)
})

test('another member’s session responds like an unknown one', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const [{ id } = { id: '' }] = await listed(ada)
  const foreign = await grace.delete(`/api/account/sessions/${id}`)
  const missing = await grace.delete('/api/account/sessions/00000000-0000-4000-8000-000000000000')
  expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  expect((await ada.get('/api/auth/me')).status).toBe(200)
  expect((await grace.delete('/api/account/sessions/nonsense')).status).toBe(400)
})

/** A member who can log in repeatedly, each time from a new browser. */
async function newcomer(on = app) {
  const person = newPerson()
  const { body } = await on.stranger().post('/api/auth/register', person)
  return {
    id: body.data.user.id as string,
    async logIn({ userAgent = onWindows, keepSignedIn = false } = {}) {
      const client = on.stranger()
      const credentials = { email: person.email, password: person.password, keepSignedIn }
      const answer = await client.post('/api/auth/login', credentials, { 'user-agent': userAgent })
      const authorization = { authorization: `Bearer ${answer.body.data.token}` }
      return {
        get: (url: string) => client.get(url, authorization),
        post: (url: string) => client.post(url, undefined, authorization),
        delete: (url: string) => client.delete(url, authorization),
        renew: () => client.post('/api/auth/refresh', undefined, { cookie: `refresh=${refreshOf(answer)}` }),
      }
    },
  }
}

function refreshOf({ cookies }: TestAnswer): string {
  return cookies.find(({ name }) => name === 'refresh')?.value ?? ''
}

async function listed(client: { get: (url: string) => Promise<TestAnswer> }): Promise<Session[]> {
  return (await client.get('/api/account/sessions')).body.data.items
}

async function trustAll(accountId: string) {
  await app.rows("update device set trusted_until = now() + interval '30 days' where account_id = $1", accountId)
}

/** Includes the current browser, which stays trusted. */
async function trusted(accountId: string): Promise<number> {
  return (await app.rows('select 1 from device where account_id = $1 and trusted_until is not null', accountId)).length
}

function hoursBetween(from = '', until = ''): number {
  return (new Date(until).getTime() - new Date(from).getTime()) / 3_600_000
}

test('concurrent logouts of single and all sessions do not deadlock', async () => {
  const ada = await newcomer()
  const statuses: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const [here, there] = [await ada.logIn(), await ada.logIn()]
    const [first, second] = (await here.get('/api/account/sessions')).body.data.items as Session[]
    await app.rows("update device set trusted_until = now() + interval '1 day'")
    const answers = await Promise.all([
      here.delete(`/api/account/sessions/${first?.id}`),
      there.delete(`/api/account/sessions/${second?.id}`),
      here.delete('/api/account/sessions'),
      there.delete('/api/account/sessions'),
    ])
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(new Set(statuses)).not.toContain(500)
})
