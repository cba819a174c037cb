import { afterAll, expect, test } from 'vitest'
import type { Context } from '#platform/server/context.ts'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { requestPasswordReset } from './request-password-reset.ts'

/** Tests move this site’s clock forward, so each creates its own member. */
const app = await startApp()
afterAll(app.close)

const requestReset = (email: string, { from, headers }: { from?: string; headers?: Record<string, string> } = {}) =>
  app.stranger().post('/api/auth/forgot-password', { email, ...(from !== undefined && { from }) }, headers)

async function linksTo(email: string): Promise<string[]> {
  const emails = await emailsTo(app, email, 'Set a new password')
  return emails.map(({ text }) => /^http\S*reset-password\S*$/m.exec(text)?.[0] ?? '')
}

async function newAccount(): Promise<string> {
  return (await app.quickMember()).person.email
}

test('the owner gets one email with a 256-bit reset link', async () => {
  const email = await newAccount()
  const emailCount = app.mails.length

  const answer = await requestReset(` ${email.toUpperCase()} `)
  const [link = '', ...furtherLinks] = await linksTo(email)

  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'Password reset link sent to your email successfully.', data: null },
  ])
  expect(link).toMatch(/^http:\/\/localhost:5001\/reset-password\/[\w-]{43}$/)
  expect(furtherLinks).toEqual([])
  expect(app.mails).toHaveLength(emailCount + 1)
})

test('existing, unknown and disabled accounts get the same response', async () => {
  const disabled = await app.quickMember()
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)
  const addresses = [await newAccount(), newPerson().email, disabled.person.email]

  const answers = []
  for (const email of addresses) answers.push(await requestReset(email))

  for (const { status, body, headers, cookies } of answers) {
    expect([status, body, cookies]).toEqual([answers[0]?.status, answers[0]?.body, []])
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    expect(headers['content-length']).toBe(answers[0]?.headers['content-length'])
  }
  expect(await linksTo(disabled.person.email)).toEqual([])
})

test('a request does the same work whether or not the account exists', async () => {
  const workFor = async (email: string) => {
    const work: string[] = []
    const { db } = app.context
    const context: Context = {
      ...app.context,
      limits: {
        ...app.context.limits,
        countBoth: async (first, second) => void work.push(first.limit.name, second.limit.name),
      },
      jobs: {
        send: async (_, { name }, data) => {
          work.push(`${name} ${toShape(data)}`)
          return null
        },
      },
      db: db.withPlugin({
        transformQuery({ node, queryId }) {
          work.push(db.getExecutor().compileQuery(node, queryId).sql)
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    }
    await requestPasswordReset(context, { email }, '127.0.0.1')
    return work
  }
  const forMember = await workFor(await newAccount())
  expect(forMember).toHaveLength(4)
  expect(await workFor(newPerson().email)).toEqual(forMember)
})

/** The shape and length of the job data. */
function toShape(data: object): string {
  return JSON.stringify(data).replaceAll(/[0-9a-f]/g, '0')
}

test('each account gets at most five reset emails an hour, across spellings and IP addresses', async () => {
  const [email, unknown] = [await newAccount(), newPerson().email]
  for (const address of [email, unknown]) {
    for (const spelled of [address, address.toUpperCase(), ` ${address}`, address, address]) {
      expect((await requestReset(spelled)).status).toBe(200)
    }
    const sixth = await requestReset(address)
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too-many-attempts'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  }
  expect(await linksTo(email)).toHaveLength(5)
})

test('each IP address can send 30 reset requests an hour', async () => {
  const school = app.stranger()
  const statuses = []
  for (let count = 0; count < 31; count += 1) {
    statuses.push((await school.post('/api/auth/forgot-password', { email: newPerson().email })).status)
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test('password reset requests from strangers do not affect sessions or logins', async () => {
  const { person, get } = await app.member()
  for (let count = 0; count < 7; count += 1) await requestReset(person.email)
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
])('the link uses the site’s own address, even if the headers are %j', async (headers) => {
  const email = await newAccount()
  await requestReset(email, { headers })
  const links = await linksTo(email)
  const texts = (await emailsTo(app, email)).map(({ text, html }) => text + html)
  expect(texts.join()).not.toContain('evil')
  for (const link of links) expect(link).toMatch(/^http:\/\/localhost:5001\/reset-password\//)
})

test('the return address is kept in the link only if it is a page of this site', async () => {
  const [internalEmail, externalEmail] = [await newAccount(), await newAccount()]
  await requestReset(internalEmail, { from: '/services/my-future#my-future-basic' })
  await requestReset(externalEmail, { from: 'https://evil.example/' })
  expect((await linksTo(internalEmail))[0]).toMatch(/\?from=%2Fservices%2Fmy-future%23my-future-basic$/)
  expect((await linksTo(externalEmail))[0]).toMatch(/\/reset-password\/[\w-]{43}$/)
})

test('a reset email delayed by an hour is not sent', async () => {
  const [late, inTime] = [await newAccount(), await newAccount()]
  const brokenMailServer = { send: () => Promise.reject(new Error('421 try again later')) }
  await requestReset(late)
  await app.runJobs(brokenMailServer)
  app.clock.advance({ minutes: 1 })
  await requestReset(inTime)
  await app.runJobs(brokenMailServer)

  app.clock.advance({ minutes: 59 })
  await app.runJobs({ send: async (email) => void app.mails.push(email) })

  expect(await linksTo(late)).toEqual([])
  expect(await linksTo(inTime)).toHaveLength(1)
})

test('a reset request delayed by an hour is dropped', async () => {
  const email = await newAccount()
  await requestReset(email)
  app.clock.advance({ minutes: 60 })
  expect(await linksTo(email)).toEqual([])
})
