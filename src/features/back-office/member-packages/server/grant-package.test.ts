import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { memberWithPackage } from '#tests/support/given/bookings.ts'
import { emailSubjectsTo } from '#tests/support/given/refunds.ts'

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
    title: 'We’ve given you a package',
  })
  await app.settle()
  expect(emailSubjectsTo(app, member)).toContain('We’ve given you a package: MY FUTURE WEEK')

  const secondGrant = (await staff.post(path, { packageId: 'my-future-basic', reason })).body.data
  expect(secondGrant.startsAt).toBe(endsAt)
  const recorded = await app.rows(
    'select action, reason, actor_id from audit_entry where object_id = $1',
    entitlementId,
  )
  expect(recorded).toEqual([{ action: 'package.granted', reason, actor_id: staff.id }])
})

test('packages can only be granted to active members', async () => {
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
  expect(emailSubjectsTo(app, member)).toContainEqual(
    expect.stringContaining('We’ve extended your package: MY FUTURE WEEK'),
  )
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
