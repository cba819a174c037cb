import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Config, readConfig } from '#app/config/config.ts'
import { buildApp } from '#app/server/build-app.ts'
import type { BusinessClock } from '#app/server/business-clock.ts'
import { readDataKeys } from '#app/server/data-keys.ts'
import { openSiteDatabase } from '#app/server/database.ts'
import { jobs } from '#app/server/jobs.ts'
import { openSandbox } from '#app/server/payment-provider.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { openStripeGateway } from '#features/payments/server/public.ts'
import { databaseOnly } from '#platform/server/files/open-storage.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { openLiveUpdates } from '#platform/server/live/live-updates.ts'
import { openRateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import { readPages } from '../../support/app/read-pages.ts'
import { silentLog as silent } from '../../support/app/silent-log.ts'
import type { Member, TestApp } from '../../support/app/start-app.ts'
import { newFolder } from '../../support/app/temporary.ts'
import { makeClient } from '../../support/app/test-client.ts'
import { sameDataKeys } from '../../support/app/test-data-keys.ts'
import { expectSound, readBooks } from '../../support/proof/check-books.ts'
import { checkLedger } from '../../support/proof/check-ledger.ts'
import { freePort } from '../../support/site/start-site.ts'

const directory = await newFolder(afterAll)

const config = readConfig({
  DATA_DIR: directory,
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
})
const demo = await seedDemo(config, silent)
const site = await openDemoSite(config)
afterAll(site.close)

const emails = demo.members.people.map(({ email }) => email)

test('the demo has a member for each package state', async () => {
  const states = await Promise.all(emails.map(async (email) => [toName(email), await listPackageStates(email)]))
  expect(Object.fromEntries(states)).toEqual({
    priya: ['scheduled'],
    daniel: ['active'],
    grace: ['active'],
    amelia: ['active'],
    chloe: ['past_due'],
    yusuf: ['active'],
    marek: ['expired'],
    hannah: ['expired'],
    oliver: ['cancelled'],
    sofia: ['suspended'],
    ben: ['active'],
    nia: [],
    leo: [],
  })
})

test('the demo notifies a member whose package ends within a day', async () => {
  const grace = await logInMember('grace')
  const [running] = await readPages<{ endsAt: string }>(grace, '/api/entitlements')
  expect(Date.parse(running?.endsAt ?? '') - Date.now()).toBeLessThan(86_400_000)
  const notifications = await readPages<{ title: string; text: string }>(grace, '/api/notifications')
  expect(notifications.map(({ text }) => text)).toContainEqual(expect.stringContaining('Left to book: Final call'))
})

test('the demo has payments, refunds, failures and disputes, and its books match the sandbox', async () => {
  const statuses = Object.fromEntries(
    await Promise.all(
      emails.map(async (email) => {
        const purchases = await readPages<{ status: string }>(await logInMember(toName(email)), '/api/purchases')
        return [toName(email), [...new Set(purchases.map(({ status }) => status))].sort()]
      }),
    ),
  )
  const months = await readPages(await logInMember('amelia'), '/api/purchases')
  expect(months).toHaveLength(4)
  expect(statuses).toMatchObject({
    amelia: ['completed'],
    daniel: ['completed'],
    hannah: ['partially_refunded'],
    oliver: ['refunded'],
    sofia: ['disputed'],
    leo: ['pending'],
  })
  for (const email of emails) {
    const member = await logInMember(toName(email))
    for (const books of await readBooks(site.asTestApp, member.id)) expectSound(books)
    await checkLedger(site.asTestApp, member)
  }
})

test('the demo has upcoming, held, moved, missed and cancelled sessions', async () => {
  const listUpcoming = (name: string) => listBookingStates(name, 'upcoming')
  const listPast = (name: string) => listBookingStates(name, 'past')
  expect([await listUpcoming('daniel'), await listPast('daniel')]).toEqual([['booked'], ['held']])
  expect([await listUpcoming('amelia'), await listPast('amelia')]).toEqual([['booked'], ['held', 'held']])
  expect(await listPast('ben')).toEqual(['missed'])
  expect([await listUpcoming('yusuf'), await listPast('yusuf')]).toEqual([['booked'], ['cancelled']])
  const notifications = await readPages<{ title: string }>(await logInMember('amelia'), '/api/notifications')
  expect(notifications.map(({ title }) => title)).toContainEqual(expect.stringMatching(/moved/i))
})

test('the demo has deliverables in every state', async () => {
  const listStates = async (name: string) => {
    const items = await readPages<{ state: string }>(await logInMember(name), '/api/deliverables')
    return [...new Set(items.map(({ state }) => state))].sort()
  }
  expect(await listStates('yusuf')).toEqual(['delivered', 'for_approval', 'in_progress', 'planned'])
  expect(await listStates('oliver')).toEqual(['closed'])
})

test('staff see consultants, a rating to write a story about and a conversation waiting for a reply, and every email has been sent', async () => {
  const administrator = await logIn(demo.administrator)
  const visitor = makeClient(site.app)
  expect((await visitor.get('/api/consultants')).body.data).toHaveLength(2)
  expect(await readPages(administrator, '/api/admin/ratings')).toHaveLength(1)
  const stories = (await visitor.get('/api/stories')).body.data as { isIllustrative: boolean }[]
  expect(stories.every(({ isIllustrative }) => isIllustrative)).toBe(true)
  type Waiting = { member: { email: string }; waitingSince: string | null }
  const conversations = await readPages<Waiting>(administrator, '/api/admin/conversations')
  expect(conversations.filter(({ waitingSince }) => waitingSince).map(({ member }) => toName(member.email))).toEqual([
    'daniel',
  ])
  const allEmails = await readPages<{ state: string; subject: string }>(administrator, '/api/admin/emails')
  // Leave out the emails about this test's own logins, which no job has sent yet.
  const sentEmails = allEmails.filter(({ subject }) => !subject.startsWith('New login'))
  expect(sentEmails.length).toBeGreaterThan(60)
  expect(new Set(sentEmails.map(({ state }) => state))).toEqual(new Set(['sent']))
  // There is one more email, because the email to a guardian is deleted from the database once sent.
  expect((await readdir(join(directory, 'outbox'))).length).toBe(sentEmails.length + 1)
})

test("the demo's clock shows the current time, and its events are in the past", async () => {
  expect(Math.abs(site.now().getTime() - Date.now())).toBeLessThan(5_000)
  const [{ first, last }] = await site.asTestApp.rows(
    'select min(created_at) as first, max(created_at) as last from account',
  )
  expect(Date.now() - first.getTime()).toBeGreaterThan(94 * 86_400_000)
  expect(last.getTime()).toBeLessThan(Date.now())
})

test('the demo is refused if the database has members', async () => {
  await site.close()
  await expect(seedDemo(config, silent)).rejects.toThrow(
    `The database in ${directory} already has members or consultants, and the demo needs an empty database. Set DATA_DIR to another directory, or start without --demo.`,
  )
})

test.each([
  [
    'live keys',
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'The demo pays with test money',
  ],
  ['a public address', { PUBLIC_URL: 'https://example.org', PAYMENTS_MODE: 'sandbox' }, 'Start it without PUBLIC_URL'],
])('the demo is refused with %s, before anything is opened', async (_, environment, sentence) => {
  const missing = join(directory, 'is-not-made')
  const permissions = { EMBEDDED_DATABASE: 'allow', BACKUP_UNENCRYPTED: 'allow', ...sameDataKeys }
  const refused = readConfig({ DATA_DIR: missing, ...permissions, ...environment })
  await expect(seedDemo(refused, silent)).rejects.toThrow(sentence)
  expect(await readdir(directory)).not.toContain('is-not-made')
})

test('the demo is refused if the sandbox has been used, because its clock cannot go back', async () => {
  const usedConfig = readConfig({
    DATA_DIR: await newFolder(),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  })
  const sandbox = await openSandbox(usedConfig)
  sandbox?.control?.advanceClock({ days: 1 })
  await sandbox?.close()
  await expect(seedDemo(usedConfig, silent)).rejects.toThrow('has already been used')
})

/** Opens the site on the demo's data, with the demo's clock. */
async function openDemoSite(siteConfig: Config) {
  const database = await openSiteDatabase(siteConfig)
  const sandbox = await openSandbox(siteConfig)
  if (!sandbox?.control) throw new Error('There is no sandbox')
  const now: BusinessClock['now'] = sandbox.control.clock
  const runner = await openJobs(database, jobs, silent)
  const { db } = database
  const live = await openLiveUpdates(database, silent)
  const context = {
    db,
    jobs: runner,
    limits: openRateLimits(db),
    files: databaseOnly,
    dataKeys: readDataKeys(siteConfig),
    now,
    publicUrl: siteConfig.publicUrl,
  }
  const provider = openStripeGateway({ ...sandbox.keys, sandbox, log: silent })
  const app = await buildApp({
    context,
    realNow: now,
    provider,
    live,
    isReady: async () => true,
    log: { level: 'silent' },
  })
  const rows: TestApp['rows'] = async (sql, ...values) => (await database.pool.query(sql, values)).rows
  let isOpen = true
  return {
    app,
    now,
    asTestApp: { rows, sandbox: sandbox.control, clock: { now } } as unknown as TestApp,
    async close() {
      if (!isOpen) return
      isOpen = false
      await app.close()
      await runner.stop()
      await sandbox.close()
      await database.close()
    },
  }
}

async function logIn(login: { email: string; password: string }): Promise<Member> {
  const { body } = await makeClient(site.app).post('/api/auth/login', login)
  return { ...makeClient(site.app, body.data.token), id: body.data.user.id } as unknown as Member
}

const loggedIn = new Map<string, Promise<Member>>()

function logInMember(name: string): Promise<Member> {
  const email = emails.find((candidate) => toName(candidate) === name) ?? ''
  const member = loggedIn.get(name) ?? logIn({ email, password: demo.members.password })
  loggedIn.set(name, member)
  return member
}

function toName(email: string): string {
  return email.split('.')[0] ?? ''
}

async function listPackageStates(email: string): Promise<string[]> {
  const packages = await readPages<{ state: string }>(await logInMember(toName(email)), '/api/entitlements')
  return packages.map(({ state }) => state).sort()
}

async function listBookingStates(name: string, when: 'upcoming' | 'past'): Promise<string[]> {
  const bookings = await readPages<{ state: string }>(await logInMember(name), `/api/bookings?when=${when}`)
  return bookings.map(({ state }) => state)
}
