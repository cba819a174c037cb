import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant } from '../../../../../tests/support/given/bookable-consultants.ts'
import { hoursAhead, memberWithPackage, toChoice } from '../../../../../tests/support/given/bookings.ts'
import { buy, emailSubjectsTo } from '../../../../../tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const day = (ahead: number) => new Date(app.clock.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10)

test('a granted package has no purchase or invoice, and its member is notified', async () => {
  const member = await app.quickMember()
  const path = `/api/admin/members/${member.id}/packages`
  const reason = 'You won our competition'
  const { status, body } = await staff.post(path, { packageId: 'my-future-basic', reason })
  expect(status).toBe(200)
  const { entitlementId, endsAt } = body.data

  const owned = (await member.get(`/api/entitlements/${entitlementId}`)).body.data
  expect(owned).toMatchObject({ state: 'active', purchaseId: null, reference: null })
  expect(owned.lines.map(({ key, left }: { key: string; left: number }) => `${key} ${left}`)).toEqual(
    expect.arrayContaining(['initial-consultation 1', 'final-call 1']),
  )
  expect((await member.get('/api/documents')).body.data.items).toEqual([])
  expect((await member.get('/api/notifications')).body.data.items[0]).toMatchObject({
    title: 'A package was given to you',
  })
  await app.settle()
  expect(emailSubjectsTo(app, member)).toContain('A package was given to you: MY FUTURE WEEK')

  const secondGrant = (await staff.post(path, { packageId: 'my-future-basic', reason })).body.data
  expect(secondGrant.startsAt).toBe(endsAt)
  const recorded = await app.rows(
    'select action, reason, actor_id from audit_entry where object_id = $1',
    entitlementId,
  )
  expect(recorded).toEqual([{ action: 'package.granted', reason, actor_id: staff.id }])
})

test('packages can be granted to active members only', async () => {
  const grant = (id: string, packageId = 'my-future-basic') =>
    staff.post(`/api/admin/members/${id}/packages`, { packageId, reason: 'A gift' })
  const disabled = await app.quickMember()
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)
  expect((await grant(disabled.id)).body.code).toBe('account-disabled')
  expect((await grant((await app.quickMember('consultant')).id)).body.code).toBe('staff-account')
  expect((await grant((await app.quickMember()).id, 'nothing')).body.code).toBe('package-not-found')
})

test('an extension moves the end date, records its reason and notifies the member', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const path = `/api/admin/members/${member.id}/packages/${entitlementId}/extension`
  const { endsAt: from } = (await member.get(`/api/entitlements/${entitlementId}`)).body.data
  const reason = 'You were ill'
  expect((await staff.post(path, { until: day(3), from, reason })).body.code).toBe('not-longer')
  expect((await staff.post(path, { until: day(400), from, reason })).body.code).toBe('too-far')
  const { body } = await staff.post(path, { until: day(20), from, reason })
  expect(body.data.endsAt.slice(0, 10)).toBe(day(20))

  expect((await member.get(`/api/entitlements/${entitlementId}`)).body.data.endsAt).toBe(body.data.endsAt)
  const entries = (await member.get(`/api/entitlements/${entitlementId}/entries`)).body.data.items
  expect(entries[0]).toMatchObject({ kind: 'extension', reason, extendsUntil: body.data.endsAt })
  expect((await staff.post(path, { until: day(30), from, reason })).body.code).toBe('edited-elsewhere')
  await app.settle()
  expect(emailSubjectsTo(app, member)).toContain('Your package runs longer: MY FUTURE WEEK')
  const recorded = await app.rows('select action, before, after from audit_entry where object_id = $1', entitlementId)
  expect(recorded).toEqual([
    { action: 'package.extended', before: { endsAt: from }, after: { endsAt: body.data.endsAt } },
  ])
})

test("another member's package cannot be extended", async () => {
  const { entitlementId } = await memberWithPackage(app)
  const otherMember = await app.quickMember()
  const path = `/api/admin/members/${otherMember.id}/packages/${entitlementId}/extension`
  const { body } = await staff.post(path, { until: day(20), from: app.clock.now().toISOString(), reason: 'Why' })
  expect(body.code).toBe('package-not-found')
})

test('the member page shows purchases, packages, bookings, emails, files and notes', async () => {
  const { member } = await buy(app)
  await app.settle()
  const read = async (suffix: string) => (await staff.get(`/api/admin/members/${member.id}${suffix}`)).body.data
  expect(await read('')).toMatchObject({
    email: member.person.email,
    state: 'unconfirmed',
    activePackages: 1,
    spend: [{ currency: 'GBP', amount: 11_880 }],
  })
  expect((await read('/purchases')).items).toMatchObject([{ status: 'completed', total: 11_880 }])
  expect((await read('/packages')).items[0].lines.length).toBeGreaterThan(1)
  expect((await read('/bookings?when=upcoming')).items).toEqual([])
  expect((await read('/files')).items).toEqual([])
  expect((await read('/session-notes')).items).toEqual([])
  const emails = (await read('/emails')).items
  expect(emails.map(({ subject }: { subject: string }) => subject)).toContain(
    '[TEST] Your MY FUTURE WEEK: payment received',
  )
  expect(emails[0]).toMatchObject({ recipient: member.person.email, state: 'sent' })
  expect((await staff.get(`/api/admin/emails/${emails[0].id}`)).status).toBe(200)
})

test("administrators read each other's notes on a member, and only the author can delete one", async () => {
  const member = await app.quickMember()
  const colleague = await app.quickMember('administrator')
  const path = `/api/admin/members/${member.id}/notes`
  const { id } = (await staff.post(path, { text: 'Prefers the telephone' })).body.data
  expect((await colleague.get(path)).body.data.items).toMatchObject([
    { text: 'Prefers the telephone', author: 'Ada Lovelace', isOwn: false },
  ])
  expect((await colleague.delete(`${path}/${id}`)).status).toBe(404)
  expect((await staff.delete(`${path}/${id}`)).status).toBe(200)
  expect((await staff.get(path)).body.data.items).toEqual([])
})

test("staff book a session for a member under the member's rules, and the member is notified", async () => {
  const consultant = await givenBookableConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const path = `/api/admin/members/${member.id}`
  const sessions = (await staff.get(`${path}/sessions`)).body.data
  expect(sessions[0]).toMatchObject({ entitlementId, lineKey: 'initial-consultation', blocker: null })
  const line = `entitlementId=${entitlementId}&lineKey=initial-consultation`
  const span = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 24 * 6).toISOString()}`
  const { slots } = (await staff.get(`${path}/sessions/slots?${line}&${span}`)).body.data
  expect(slots.length).toBeGreaterThan(0)

  const session = toChoice({ entitlementId, startsAt: hoursAhead(app, 48), consultantId: consultant.id })
  const choice = { ...session, staffNote: null }
  const book = () => staff.post(`${path}/bookings`, { ...choice, reason: 'They called' })
  const { status, body } = await book()
  expect([status, body.message]).toEqual([200, 'The session is booked, and the member has been told.'])
  expect((await member.get('/api/bookings?when=upcoming')).body.data.items).toMatchObject([{ id: body.data.id }])
  expect((await book()).status).toBe(409)
  const stranger = await app.quickMember()
  const forStranger = await staff.post(`/api/admin/members/${stranger.id}/bookings`, {
    ...choice,
    reason: 'They called',
  })
  expect(forStranger.body.code).toBe('session-not-found')
  await app.settle()
  expect(emailSubjectsTo(app, member).some((subject) => subject.startsWith('Booked'))).toBe(true)
  const recorded = await app.rows('select action, reason from audit_entry where object_id = $1', body.data.id)
  expect(recorded).toEqual([{ action: 'booking.created', reason: 'They called' }])
})
