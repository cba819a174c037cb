import { afterAll, expect, test } from 'vitest'
import { breakWrites } from '#tests/support/app/break-writes.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, givenPackage, hoursAhead } from '#tests/support/given/bookings.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'
import { sendPackageEndReminders } from './package-end-reminders.ts'

const app = await startApp()
afterAll(app.close)

const TITLE = 'Sessions left to book: '

type Member = Awaited<ReturnType<typeof app.quickMember>>

async function givenWeek() {
  const member = await app.quickMember()
  return { member, entitlementId: await givenPackage(app, member.id) }
}

const runReminders = () => app.run('warn-package-ending')
const countEmails = async (member: Member) => (await emailsTo(app, member.person.email, TITLE)).length
const listNotifications = (member: Member) =>
  app.rows("select text, path from notification where member_id = $1 and reason like 'package-%'", member.id)

test('a seven-day package with sessions left gets two reminders, each sent once by email and in the portal', async () => {
  const { member, entitlementId } = await givenWeek()
  app.clock.advance({ days: 3, hours: 13 })
  await runReminders()
  await runReminders()
  expect(await countEmails(member)).toBe(1)

  app.clock.advance({ days: 1, hours: 12 })
  await runReminders()
  await runReminders()
  expect(await countEmails(member)).toBe(2)
  const notifications = await listNotifications(member)
  expect(notifications).toHaveLength(2)
  expect(notifications[0].path).toBe(`/portal/bookings/new?entitlement=${entitlementId}`)
  expect(notifications[0].text).toMatch(/^MY FUTURE WEEK ends on \w+day /)
  expect(notifications[0].text).toContain('Left to book: Initial consultation (10 minutes), Final call (20 minutes).')
})

test('reminders list only sessions that are not booked, and stop once all are booked', async () => {
  const { id: consultantId } = await givenBookableConsultant(app)
  const { member, entitlementId } = await givenWeek()
  await book(member, { entitlementId, consultantId, startsAt: hoursAhead(app, 72) })
  app.clock.advance({ days: 4 })
  await runReminders()
  const [email] = await emailsTo(app, member.person.email, TITLE)
  expect(email?.text).not.toContain('Initial consultation')
  expect(email?.text).toContain('Final call')

  await book(await app.returning(member), {
    entitlementId,
    lineKey: 'final-call',
    consultantId,
    startsAt: hoursAhead(app, 48),
  })
  app.clock.advance({ days: 2 })
  await runReminders()
  expect(await countEmails(member)).toBe(1)
})

test.each(['sessions', 'purchases'])(
  'a member who has turned off emails about %s gets only a notification',
  async (kind) => {
    const { member } = await givenWeek()
    await app.rows(
      "insert into notification_choice (account_id, kind, channel, is_on, chosen_at) values ($1, $2, 'email', false, now())",
      member.id,
      kind,
    )
    app.clock.advance({ days: 4 })
    await runReminders()
    expect(await countEmails(member)).toBe(0)
    expect(await listNotifications(member)).toHaveLength(1)
  },
)

test('no reminder is sent for a subscription until it is set to end', async () => {
  // The payment provider’s clock must not be behind ours, so this test has its own site.
  await using ownApp = await startApp()
  const member = await ownApp.quickMember()
  const { id } = await subscribe(ownApp, member)
  ownApp.clock.advance({ days: 18 })
  await ownApp.run('warn-package-ending')
  expect(await emailsTo(ownApp, member.person.email, TITLE)).toEqual([])

  await ownApp.rows('update subscription set cancels_at_period_end = true where id = $1', id)
  await ownApp.run('warn-package-ending')
  const [email] = await emailsTo(ownApp, member.person.email, TITLE)
  expect(email?.text).toContain('Ends: ')
})

test('no reminder is sent for a cancelled package', async () => {
  const { member, entitlementId } = await givenWeek()
  await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
  app.clock.advance({ days: 6 })
  await runReminders()
  expect(await countEmails(member)).toBe(0)
})

test('a failed reminder does not hold up reminders for other packages', async () => {
  const [first, second] = [await givenWeek(), await givenWeek()]
  app.clock.advance({ days: 4 })
  {
    await using _ = await breakWrites(app, 'notification', `new.member_id = '${first.member.id}'`)
    await expect(sendPackageEndReminders(app.context)).rejects.toThrow('could not be sent')
  }
  expect([await countEmails(first.member), await countEmails(second.member)]).toEqual([0, 1])
})
