import { afterAll, expect, test } from 'vitest'
import { givenBookableConsultant } from '../../../../tests/support/bookable-consultants.ts'
import { book, givenPackage, hoursAhead } from '../../../../tests/support/bookings.ts'
import { mailsTo } from '../../../../tests/support/letters.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { subscribe } from '../../../../tests/support/subscription.ts'

const app = await startApp()
afterAll(app.close)

const TITLE = 'Sessions to book before your package ends'

type Member = Awaited<ReturnType<typeof app.quickMember>>

async function givenWeek() {
  const member = await app.quickMember()
  return { member, entitlementId: await givenPackage(app, member.id) }
}

const warn = () => app.run('warn-of-ends')
const letters = async (member: Member) => (await mailsTo(app, member.person.email, TITLE)).length
const bell = (member: Member) =>
  app.rows("select text, path from notification where member_id = $1 and reason like 'package-%'", member.id)

test('a week with sessions left is warned of half-way and 48 hours before its end, by mail and bell, each once', async () => {
  const { member, entitlementId } = await givenWeek()
  app.clock.advance({ days: 3, hours: 11 })
  await warn()
  expect(await letters(member)).toBe(0)

  app.clock.advance({ hours: 2 })
  await warn()
  await warn()
  expect(await letters(member)).toBe(1)

  app.clock.advance({ days: 1, hours: 12 })
  await warn()
  await warn()
  expect(await letters(member)).toBe(2)
  const told = await bell(member)
  expect(told).toHaveLength(2)
  expect(told[0].path).toBe(`/portal/bookings/new?entitlement=${entitlementId}`)
  expect(told[0].text).toMatch(/^MY FUTURE WEEK ends on \w+day /)
  expect(told[0].text).toContain('Not booked yet: Initial consultation (10 minutes), Final call (20 minutes).')
})

test('whoever has booked what they have is left alone, and the rest is named', async () => {
  const { id: consultantId } = await givenBookableConsultant(app)
  const { member, entitlementId } = await givenWeek()
  await book(member, { entitlementId, consultantId, startsAt: hoursAhead(app, 72) })
  app.clock.advance({ days: 4 })
  await warn()
  const [mail] = await mailsTo(app, member.person.email, TITLE)
  expect(mail?.text).not.toContain('Initial consultation')
  expect(mail?.text).toContain('Final call')

  await book(await app.returning(member), {
    entitlementId,
    lineKey: 'final-call',
    consultantId,
    startsAt: hoursAhead(app, 48),
  })
  app.clock.advance({ days: 2 })
  await warn()
  expect(await letters(member)).toBe(1)
})

test.each(['sessions', 'purchases'])('whoever wants no mail about %s hears of it by the bell alone', async (kind) => {
  const { member } = await givenWeek()
  await app.rows(
    "insert into notification_choice (account_id, kind, channel, is_on, chosen_at) values ($1, $2, 'email', false, now())",
    member.id,
    kind,
  )
  app.clock.advance({ days: 4 })
  await warn()
  expect(await letters(member)).toBe(0)
  expect(await bell(member)).toHaveLength(1)
})

test('a subscription that goes on is not warned, and one that ends is', async () => {
  // Its provider lives by a clock of its own, which must not be behind ours.
  await using own = await startApp()
  const member = await own.quickMember()
  const { id } = await subscribe(own, member)
  own.clock.advance({ days: 18 })
  await own.run('warn-of-ends')
  expect(await mailsTo(own, member.person.email, TITLE)).toEqual([])

  await own.rows('update subscription set cancels_at_period_end = true where id = $1', id)
  await own.run('warn-of-ends')
  const [mail] = await mailsTo(own, member.person.email, TITLE)
  expect(mail?.text).toContain('Your package ends: ')
})

test('a package that was cancelled or refunded warns of nothing', async () => {
  const { member, entitlementId } = await givenWeek()
  await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
  app.clock.advance({ days: 6 })
  await warn()
  expect(await letters(member)).toBe(0)
})
