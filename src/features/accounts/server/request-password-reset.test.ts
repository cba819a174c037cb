import { afterAll, expect, test } from 'vitest'
import type { Context } from '#platform/server/context.ts'
import { mailsTo } from '../../../../tests/support/letters.ts'
import { newPerson, startApp } from '../../../../tests/support/start-app.ts'
import { requestPasswordReset } from './request-password-reset.ts'

/** Its clock moves on: each test begins with a member of its own. */
const app = await startApp()
afterAll(app.close)

const ask = (email: string, { from, headers }: { from?: string; headers?: Record<string, string> } = {}) =>
  app.stranger().post('/api/auth/forgot-password', { email, ...(from !== undefined && { from }) }, headers)

async function linksTo(email: string): Promise<string[]> {
  const mails = await mailsTo(app, email, 'Set a new password')
  return mails.map(({ text }) => /^http\S*reset-password\S*$/m.exec(text)?.[0] ?? '')
}

async function newAccount(): Promise<string> {
  return (await app.quickMember()).person.email
}

test('the owner of an account gets a link with 256 random bits, and nobody else a mail', async () => {
  const email = await newAccount()
  const sent = app.mails.length

  const answer = await ask(` ${email.toUpperCase()} `)
  const [link = '', ...others] = await linksTo(email)

  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'Password reset link sent to your email successfully.', data: null },
  ])
  expect(link).toMatch(/^http:\/\/localhost:5001\/reset-password\/[\w-]{43}$/)
  expect(others).toEqual([])
  expect(app.mails).toHaveLength(sent + 1)
})

test.each([
  [{}, { email: 'Email is required' }],
  [{ email: ' ' }, { email: 'Email is required' }],
  [{ email: 'ada@example' }, { email: 'Email is invalid' }],
])('%j is answered by field', async (body, errors) => {
  const answer = await app.stranger().post('/api/auth/forgot-password', body)
  expect([answer.status, answer.body.errors]).toEqual([400, errors])
})

test('an account that is there, one that is not and one that is disabled are answered with the same words', async () => {
  const disabled = await app.quickMember()
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)
  const addresses = [await newAccount(), newPerson().email, disabled.person.email]

  const answers = []
  for (const email of addresses) answers.push(await ask(email))

  for (const { status, body, headers, cookies } of answers) {
    expect([status, body, cookies]).toEqual([answers[0]?.status, answers[0]?.body, []])
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    expect(headers['content-length']).toBe(answers[0]?.headers['content-length'])
  }
  expect(await linksTo(disabled.person.email)).toEqual([])
})

test('until the answer the work is the same, whether or not there is an account', async () => {
  const workFor = async (email: string) => {
    const done: string[] = []
    const { db } = app.context
    const context: Context = {
      ...app.context,
      limits: {
        ...app.context.limits,
        countBoth: async (first, second) => void done.push(first.limit.name, second.limit.name),
      },
      jobs: {
        send: async (_, { name }, data) => {
          done.push(`${name} ${shapeOf(data)}`)
          return null
        },
      },
      db: db.withPlugin({
        transformQuery({ node, queryId }) {
          done.push(db.getExecutor().compileQuery(node, queryId).sql)
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    }
    await requestPasswordReset(context, { email }, '127.0.0.1')
    return done
  }
  const forMember = await workFor(await newAccount())
  expect(forMember).toHaveLength(4)
  expect(await workFor(newPerson().email)).toEqual(forMember)
})

/** What the job carries, down to how long it is. */
function shapeOf(carried: object): string {
  return JSON.stringify(carried).replaceAll(/[0-9a-f]/g, '0')
}

test('five mails an hour go to an account, however its address is spelled and wherever they are asked for', async () => {
  const [email, unknown] = [await newAccount(), newPerson().email]
  for (const address of [email, unknown]) {
    for (const spelled of [address, address.toUpperCase(), ` ${address}`, address, address]) {
      expect((await ask(spelled)).status).toBe(200)
    }
    const sixth = await ask(address)
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too-many-attempts'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  }
  expect(await linksTo(email)).toHaveLength(5)
})

test('thirty an hour come from one address', async () => {
  const school = app.stranger()
  const statuses = []
  for (let time = 0; time < 31; time += 1) {
    statuses.push((await school.post('/api/auth/forgot-password', { email: newPerson().email })).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test('a stranger who asks for links keeps nobody out, and changes nothing', async () => {
  const { person, get } = await app.member()
  for (let time = 0; time < 7; time += 1) await ask(person.email)
  await app.settle()

  expect((await get('/api/auth/me')).status).toBe(200)
  const { email, password } = person
  expect((await app.stranger().post('/api/auth/login', { email, password })).status).toBe(200)
})

test.each<Record<string, string>>([
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { host: 'localhost:5001@evil.example' },
  { host: 'localhost:5001.evil.example', forwarded: 'host=evil.example' },
])('the link leads to the address of the site, also with %j', async (headers) => {
  const email = await newAccount()
  await ask(email, { headers })
  const links = await linksTo(email)
  const mail = (await mailsTo(app, email)).map(({ text, html }) => text + html)
  expect(mail.join()).not.toContain('evil')
  for (const link of links) expect(link).toMatch(/^http:\/\/localhost:5001\/reset-password\//)
})

test('the place to come back to travels in the link if it is a page of this site', async () => {
  const [here, elsewhere] = [await newAccount(), await newAccount()]
  await ask(here, { from: '/services/my-future#my-future-basic' })
  await ask(elsewhere, { from: 'https://evil.example/' })
  expect((await linksTo(here))[0]).toMatch(/\?from=%2Fservices%2Fmy-future%23my-future-basic$/)
  expect((await linksTo(elsewhere))[0]).toMatch(/\/reset-password\/[\w-]{43}$/)
})

test('a mail that could not leave for an hour is not sent any more', async () => {
  const [late, inTime] = [await newAccount(), await newAccount()]
  const away = { send: () => Promise.reject(new Error('421 try again later')) }
  await ask(late)
  await app.runJobs(away)
  app.clock.advance({ minutes: 1 })
  await ask(inTime)
  await app.runJobs(away)

  app.clock.advance({ minutes: 59 })
  await app.runJobs({ send: async (mail) => void app.mails.push(mail) })

  expect(await linksTo(late)).toEqual([])
  expect(await linksTo(inTime)).toHaveLength(1)
})

test('a request that waited for an hour is forgotten', async () => {
  const email = await newAccount()
  await ask(email)
  app.clock.advance({ minutes: 60 })
  expect(await linksTo(email)).toEqual([])
})

test('of the link nothing is kept but its hash, once the mail has left', async () => {
  const email = await newAccount()
  await ask(email)
  const [link = ''] = await linksTo(email)
  const token = link.split('/').at(-1) ?? 'none'
  const kept = JSON.stringify([
    await app.rows('select * from mail'),
    await app.rows('select * from password_reset'),
    await app.rows('select data, output from pgboss.job'),
  ])
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(kept).not.toContain(token)
  expect(await app.rows("select 1 from pgboss.job where data::text like '%' || $1 || '%'", email)).toEqual([])
})
