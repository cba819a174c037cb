import { afterAll, expect, test } from 'vitest'
import { formatShortTime, formatTimeInZone, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada', position: 1, timeZone: 'Asia/Karachi' })
const cleo = await givenBookableConsultant(app, { displayName: 'Cleo', position: 2 })
const inNewYork = (moment: Date) => formatTimeWithZone(moment, 'America/New_York', 'Europe/London')
const startsAt = hoursAhead(app, 240)

test('the member and the consultant are each told about a change once, in their own time zone', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  await app.rows("update account set time_zone = 'America/New_York' where id = $1", member.id)
  const [{ email: adaEmail }] = await app.rows('select email from account where id = $1', ada.accountId)
  const notes = 'Something private'
  const { body } = await book(member, { entitlementId, startsAt, consultantId: ada.id, notes })
  const path = `/api/bookings/${body.data.id}`
  await app.settle()
  const emailsTo = (address: string) => app.mails.filter(({ to }) => to === address)

  const [memberEmail] = emailsTo(member.person.email)
  const memberTime = formatShortTime(startsAt, 'America/New_York')
  expect(memberEmail?.subject).toBe(`Booked: Initial consultation, ${memberTime}`)
  expect(memberEmail?.text).toContain(`When: ${inNewYork(startsAt)}`)
  const changeDeadline = inNewYork(new Date(startsAt.getTime() - 24 * 3_600_000))
  expect(memberEmail?.text).toContain(
    `You can move this session, or cancel and get it back, until ${changeDeadline}. After that, you can’t move it`,
  )
  expect(memberEmail?.text).toContain(`http://localhost:5001/portal/bookings/${body.data.id}`)
  const [consultantEmail] = emailsTo(adaEmail)
  expect(consultantEmail?.subject).toBe(`Booked: Initial consultation, ${formatShortTime(startsAt, 'Asia/Karachi')}`)
  expect(consultantEmail?.text).toContain('You have a new booking from Ada.')
  expect(memberEmail?.text).toContain('Where: Online\nJoin: https://meet.example.org/ada')
  expect(memberEmail?.html).toContain('href="https://meet.example.org/ada"')
  expect(consultantEmail?.text).not.toContain('meet.example.org')
  for (const email of app.mails) {
    for (const secret of [notes, 'Lovelace', member.person.mobile]) expect(email.text).not.toContain(secret)
  }
  expect(consultantEmail?.text).not.toContain(member.person.email)

  const movedTo = new Date(startsAt.getTime() + 3_600_000)
  await member.post(`${path}/time`, { startsAt: movedTo.toISOString(), consultantId: ada.id })
  await app.settle()
  await member.post(`${path}/time`, { startsAt: startsAt.toISOString(), consultantId: cleo.id })
  await app.settle()
  await member.post(`${path}/cancellation`, { outcome: 'returned' })
  await app.settle()
  // Emails sent at the same time may arrive in any order.
  const subjectsTo = (address: string) =>
    emailsTo(address)
      .map(({ subject }) => subject.split(':')[0])
      .sort()
  expect(subjectsTo(member.person.email)).toEqual(['Booked', 'Cancelled', 'Moved', 'Moved'])
  expect(subjectsTo(adaEmail)).toEqual(['Booked', 'Cancelled', 'Moved'])
  const findEmailToAda = (kind: string) => emailsTo(adaEmail).find(({ subject }) => subject.startsWith(kind))
  expect(findEmailToAda('Moved')?.subject).toBe(
    `Moved: Initial consultation, ${formatShortTime(movedTo, 'Asia/Karachi')}`,
  )
  expect(findEmailToAda('Moved')?.text).toContain(
    `Instead of: ${formatTimeWithZone(startsAt, 'Asia/Karachi', 'Europe/London')}`,
  )
  expect(findEmailToAda('Cancelled')?.subject).toBe(
    `Cancelled: Initial consultation, ${formatShortTime(movedTo, 'Asia/Karachi')}`,
  )
  const [{ email: cleoEmail }] = await app.rows('select email from account where id = $1', cleo.accountId)
  expect(subjectsTo(cleoEmail)).toEqual(['Booked', 'Cancelled'])
  const cancelled = emailsTo(member.person.email).find(({ subject }) => subject.startsWith('Cancelled'))
  expect(cancelled?.subject).toBe(`Cancelled: Initial consultation, ${memberTime}`)
  expect(cancelled?.text).toContain('It won’t count as used')

  const listNotifications = (id: string) =>
    app.rows(
      'select title, text, path from notification where member_id = $1 and retired_at is null order by created_at',
      id,
    )
  expect((await listNotifications(member.id)).map(({ title }) => title)).toEqual([
    'Session booked',
    'Session moved',
    'Session moved',
    'Session cancelled',
  ])
  expect((await listNotifications(member.id))[0].text).toBe(`Initial consultation, ${inNewYork(startsAt)}`)
  expect(await listNotifications(cleo.accountId)).toEqual([
    {
      title: 'New booking',
      text: `Initial consultation, ${formatTimeInZone(startsAt, 'Europe/London')} (London time)`,
      path: '/portal/consultant',
    },
    expect.objectContaining({ title: 'Session cancelled' }),
  ])
})

test('the email about a late cancellation says that the session counts as used', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  const { body } = await book(member, { entitlementId, startsAt: hoursAhead(app, 20) })
  await app.settle()
  const bookedEmail = app.mails.find(({ to }) => to === member.person.email)
  expect(bookedEmail?.text).toContain('It starts in less than 24 hours, so it can’t be moved')
  await member.post(`/api/bookings/${body.data.id}/cancellation`, { outcome: 'forfeited' })
  await app.settle()
  const cancelledEmail = app.mails.filter(({ to }) => to === member.person.email).at(-1)
  expect(cancelledEmail?.text).toContain('It was due to start in less than 24 hours, so it counts as used.')
})

test.each(["role = 'member'", 'disabled_at = now()'])(
  'after %s, a consultant gets no more notifications about members',
  async (change) => {
    const dora = await givenBookableConsultant(app, { displayName: 'Dora', position: 3 })
    const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
    const { body } = await book(member, { entitlementId, startsAt, consultantId: dora.id })
    await app.rows(`update account set ${change} where id = $1`, dora.accountId)
    await member.post(`/api/bookings/${body.data.id}/cancellation`, { outcome: 'returned' })
    const notifications = await app.rows('select title from notification where member_id = $1', dora.accountId)
    expect(notifications).toEqual([{ title: 'New booking' }])
  },
)

test('a member who has turned off session emails still gets an email if someone else cancels', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  await app.rows("insert into notification_choice values ($1, 'sessions', 'email', false, now())", member.id)
  const ownBooking = await book(member, { entitlementId, startsAt: hoursAhead(app, 260) })
  await member.post(`/api/bookings/${ownBooking.body.data.id}/cancellation`, { outcome: 'returned' })
  await book(member, { entitlementId, startsAt: hoursAhead(app, 270) })
  await app.settle()
  const subjects = () => app.mails.filter(({ to }) => to === member.person.email).map(({ subject }) => subject)
  expect(subjects()).toEqual([])
  expect(
    await app.rows(
      'select title from notification where member_id = $1 and retired_at is null order by created_at',
      member.id,
    ),
  ).toMatchObject([{ title: 'Session booked' }, { title: 'Session cancelled' }, { title: 'Session booked' }])

  await app.rows('update entitlement set cancelled_at = now() where id = $1', entitlementId)
  await app.run('release-sessions')
  await app.settle()
  expect(subjects()).toEqual([expect.stringMatching(/^Cancelled: /)])
})
