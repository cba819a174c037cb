import { afterAll, expect, test } from 'vitest'
import { startTerms } from '#features/purchases/rules.ts'
import { addSpan, companyDay, formatMomentInLondon, startOfDay } from '#platform/shared/calendar.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { listPaidMonths, newSubscriber } from '#tests/support/given/subscriptions.ts'

// Tests "Start now" before the chosen day (PRODUCT D19).

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app, { horizonDays: 365 })

const acceptance = { version: startTerms.version, acknowledged: true }

async function readPackage(member: Member) {
  const { body } = await member.get('/api/entitlements')
  const id = body.data.items[0].id as string
  const page = await member.get(`/api/entitlements/${id}`)
  return { id, path: `/api/entitlements/${id}/start`, ...page.body.data }
}

test('a scheduled package can be started early; the consent is stored and confirmed by email', async () => {
  const { member, id: purchaseId } = await buy(app, { start: 'later' })
  const waiting = await readPackage(member)
  expect(waiting).toMatchObject({ state: 'scheduled', startTerms })

  const now = app.clock.now()
  expect((await member.post(waiting.path, acceptance)).status).toBe(200)

  const started = await readPackage(member)
  expect(started).toMatchObject({ state: 'active', isUsable: true, startTerms: null })
  expect(Date.parse(started.startsAt) - now.getTime()).toBeLessThan(60_000)
  expect(started.endsAt).toBe(addSpan(new Date(started.startsAt), { weeks: 1 }).toISOString())
  expect(
    await app.rows('select consent_start_now, start_now_version, start_now_at from purchase where id = $1', purchaseId),
  ).toEqual([
    { consent_start_now: false, start_now_version: startTerms.version, start_now_at: new Date(started.startsAt) },
  ])
  const [email] = await emailsTo(app, member.person.email, 'has started')
  expect(email?.text).toContain(
    `You asked us on ${formatMomentInLondon(new Date(started.startsAt))}, under version ${startTerms.version} of our terms, to start within the 14-day cancellation period.`,
  )
  // From now on, a withdrawal deducts what has been used.
  expect((await member.get(`/api/purchases/${purchaseId}/withdrawal`)).body.data.refund).toBe(11_880)
  expect((await member.post(waiting.path, acceptance)).body.code).toBe('cannot-start')
})

test.each([
  ['acknowledgement-needed', { version: startTerms.version }],
  ['acknowledgement-needed', { version: startTerms.version, acknowledged: false }],
  ['terms-changed', { version: '1999-01', acknowledged: true }],
])('a package cannot be started early unless the current terms are acknowledged: %s', async (reason, body) => {
  const { member } = await buy(app, { start: 'later' })
  const { path } = await readPackage(member)
  expect((await member.post(path, body)).body.code).toBe(reason)
  expect(await readPackage(member)).toMatchObject({ state: 'scheduled' })
})

test("a package cannot be started if it is cancelled, disputed or another member's", async () => {
  const { member, id } = await buy(app, { start: 'later' })
  const { path } = await readPackage(member)
  expect((await (await app.quickMember()).post(path, acceptance)).status).toBe(404)
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  expect((await member.post(path, acceptance)).body.code).toBe('cannot-start')
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  await app.rows('update entitlement set cancelled_at = now() where purchase_id = $1', id)
  expect((await member.post(path, acceptance)).body.code).toBe('cannot-start')
})

test('a second package cannot be started while the first one is active', async () => {
  const { member } = await buy(app)
  await buy(app, { member, start: 'later' })
  const secondPackage = await readPackage(member)
  expect(secondPackage).toMatchObject({ state: 'scheduled', startTerms: null })
  expect((await member.post(secondPackage.path, acceptance)).body.code).toBe('already-owned')
})

test('starting a subscription early brings its later months forward, without gaps or overlaps', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app, { start: 'later' })
  await app.jump({ days: 3, hours: 5 })
  const returningAda = await app.returning(ada)
  const { path } = await readPackage(returningAda)
  const now = app.clock.now()
  expect((await returningAda.post(path, acceptance)).status).toBe(200)
  for (const days of [31, 31]) await app.jump({ days })

  const months = await listPaidMonths(app, id)
  expect(months).toHaveLength(3)
  expect(Math.abs(months[0]?.starts_at.getTime() - now.getTime())).toBeLessThan(60_000)
  expect(months[1]?.starts_at).toEqual(months[0]?.ends_at)
  expect(months[2]?.starts_at).toEqual(months[1]?.ends_at)
  const days = (months[0]?.ends_at.getTime() - months[0]?.starts_at.getTime()) / 86_400_000
  expect(days).toBeGreaterThan(27.9)
  expect(days).toBeLessThan(32.1)
})

test("deliverables become due at the package's new end date", async () => {
  const { member } = await buy(app, { start: 'later', packageId: 'biz-future-basic' })
  await member.get('/api/deliverables')
  const { path } = await readPackage(member)
  await member.post(path, acceptance)
  const { endsAt } = await readPackage(member)
  const { body } = await member.get('/api/deliverables')
  expect(new Set(body.data.items.map(({ dueOn }: { dueOn: string }) => dueOn))).toEqual(
    new Set([companyDay(new Date(endsAt))]),
  )
})

test('sessions cannot be booked or used before the package starts, and the database enforces this', async () => {
  const { member } = await buy(app, { start: 'later' })
  const { id: entitlementId, path, startsAt: start } = await readPackage(member)
  expect(start).toBe(startOfDay(companyDay(app.clock.now()), 15).toISOString())
  expect((await member.get('/api/sessions')).body.data).toEqual([])
  const afterStart = { entitlementId, startsAt: new Date(Date.parse(start) + 34 * 3_600_000) }
  for (const choice of [{ entitlementId, startsAt: hoursAhead(app, 30) }, afterStart]) {
    expect((await book(member, choice)).body.code).toBe('package-not-started')
    const staff = await app.quickMember('administrator')
    const { body } = await staff.post(`/api/admin/members/${member.id}/bookings`, {
      ...choice,
      startsAt: choice.startsAt.toISOString(),
      lineKey: 'initial-consultation',
      consultantId: null,
      place: 'online',
      phone: null,
      notes: null,
      staffNote: null,
      reason: 'They asked by phone',
    })
    expect(body.code).toBe('package-not-started')
  }
  const insertBooking = () =>
    app.rows(
      `insert into booking (member_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at,
         ends_at, occupied, state, place, created_at, booked_at)
       values ($1, $2, 'final-call', 'my-future-basic', 'Call', 20, false, $3, $3::timestamptz + interval '20 minutes',
         tstzrange($3, $3::timestamptz + interval '20 minutes'), 'booked', 'online', $4, $4)`,
      member.id,
      entitlementId,
      afterStart.startsAt,
      app.clock.now(),
    )
  const recordUse = () =>
    app.rows(
      `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
     values ($1, 'roadmap', 'use', -1, $2)`,
      entitlementId,
      app.clock.now(),
    )
  await expect(recordUse()).rejects.toThrow('before it starts')
  await expect(insertBooking()).rejects.toThrow('before it starts')

  await member.post(path, acceptance)
  expect((await book(member, { entitlementId, startsAt: hoursAhead(app, 30) })).status).toBe(200)
})
