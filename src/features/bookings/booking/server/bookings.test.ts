import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage, reserve } from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const { id: consultantId } = await givenBookableConsultant(app)

test('upcoming sessions are listed soonest first, past and cancelled ones latest first, and both lists are paginated', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const bookingFields = { consultantId, memberId: member.id, entitlementId }
  const insert = (hours: number, state: 'booked' | 'held' | 'missed' | 'cancelled') =>
    insertBooking(app, { ...bookingFields, startsAt: hoursAhead(app, hours), state })
  const inThreeDays = await insert(72, 'booked')
  const inOneDay = await insert(24, 'booked')
  const inTwoDays = await insert(48, 'booked')
  const held = await insert(-48, 'held')
  const cancelled = await insert(96, 'cancelled')
  const missed = await insert(-24, 'missed')
  const unmarked = await insert(-72, 'booked')
  const stranger = await memberWithPackage(app)
  await book(stranger.member, { ...stranger, startsAt: hoursAhead(app, 30) })
  await reserve(member, { entitlementId, startsAt: hoursAhead(app, 31) })

  const listInPages = async (when: string) => {
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await member.get(`/api/bookings?when=${when}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.data.items.length).toBeLessThanOrEqual(2)
      ids.push(...body.data.items.map(({ id }: { id: string }) => id))
      cursor = body.data.nextCursor
    } while (cursor)
    return ids
  }
  expect(await listInPages('upcoming')).toEqual([inOneDay, inTwoDays, inThreeDays])
  expect(await listInPages('past')).toEqual([cancelled, missed, held, unmarked])
})

test('a session is upcoming until its end time', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  const startsAt = new Date(app.clock.now().getTime() - 60_000)
  const id = await insertBooking(app, { consultantId, memberId: member.id, entitlementId, startsAt })
  const { body } = await member.get('/api/bookings?when=upcoming')
  expect(body.data).toMatchObject({ items: [{ id, state: 'booked' }], nextCursor: null })
  app.clock.advance({ minutes: 10 })
  expect((await member.get('/api/bookings?when=upcoming')).body.data.items).toEqual([])
})
