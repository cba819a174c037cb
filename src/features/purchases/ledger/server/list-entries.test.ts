import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { buy } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

test("a member can page through the package's entries", async () => {
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const path = await findEntriesPath(member)

  const { body: allEntries } = await member.get(path)
  expect(allEntries.data.items).toContainEqual(
    expect.objectContaining({ kind: 'grant', title: 'Initial consultation', quantity: 1, reason: null }),
  )
  const { body: firstPage } = await member.get(`${path}?limit=1`)
  const { body: secondPage } = await member.get(`${path}?limit=1&cursor=${firstPage.data.nextCursor}`)
  expect([...firstPage.data.items, ...secondPage.data.items]).toEqual(allEntries.data.items.slice(0, 2))
})

test('a deliverable that a member has received is shown as delivered', async () => {
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, cause_id)
     select entitlement_id, line_key, 'use', -1, now() + interval '1 hour', gen_random_uuid()
     from entitlement_entry where line_key = 'resume-review' returning id`,
  )
  const { body } = await member.get(await findEntriesPath(member))
  expect(body.data.items[0]).toMatchObject({ kind: 'delivered', quantity: -1 })
})

test('an extension entry shows its new end date and reason', async () => {
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const path = await findEntriesPath(member)
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, reason, extends_until)
     select entitlement_id, line_key, 'extension', 0, now() + interval '1 year', 'Nobody was free', '2027-01-05T10:00:00Z'
     from entitlement_entry where line_key = 'initial-consultation' returning id`,
  )
  const { body } = await member.get(path)
  expect(body.data.items[0]).toMatchObject({
    kind: 'extension',
    title: 'Initial consultation',
    reason: 'Nobody was free',
    extendsUntil: '2027-01-05T10:00:00.000Z',
  })
})

test('a session entry is booked until the session ends, then held, or returned if the session is cancelled', async () => {
  await givenBookableConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app, { packageId: 'my-future-pro', days: 30 })
  const kinds = async (reader: typeof member) => {
    const { items } = (await reader.get(`/api/entitlements/${entitlementId}/entries?limit=100`)).body.data
    return items.filter(({ kind }: { kind: string }) => kind !== 'grant').map(({ kind }: { kind: string }) => kind)
  }
  const startsAt = hoursAhead(app, 48)
  const { body } = await book(member, { entitlementId, startsAt })
  expect(await kinds(member)).toEqual(['booked'])
  await member.post(`/api/bookings/${body.data.id}/cancellation`, { outcome: 'returned' })
  expect(await kinds(member)).toEqual(['return', 'booked'])
  await book(member, { entitlementId, startsAt })
  // The session lasts ten minutes.
  app.clock.advance({ seconds: (startsAt.getTime() - app.clock.now().getTime()) / 1_000 + 540 })
  expect((await kinds(await app.returning(member)))[0]).toBe('booked')
  app.clock.advance({ minutes: 2 })
  expect(await kinds(await app.returning(member))).toEqual(['held', 'return', 'booked'])
})

type Reader = { get: (address: string) => Promise<{ body: { data: { items: { id: string }[] } } }> }

async function findEntriesPath(member: Reader): Promise<string> {
  const { body } = await member.get('/api/entitlements')
  return `/api/entitlements/${body.data.items[0]?.id}/entries`
}
