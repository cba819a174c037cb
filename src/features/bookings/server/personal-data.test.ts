import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, hoursAhead, listLedgerLines, memberWithPackage, reserve } from '#tests/support/given/bookings.ts'

const app = await startApp()
afterAll(app.close)
const ada = await givenBookableConsultant(app, { displayName: 'Ada' })

test('deleting an account cancels upcoming bookings and erases the member’s notes and contact details', async () => {
  const { member, entitlementId } = await memberWithPackage(app)
  await app.rows("update account set first_name = 'Canaria' where id = $1", member.id)
  const phone = '+44 7700 900987'
  const startsAt = hoursAhead(app, 30)
  const { body } = await book(member, { entitlementId, startsAt, place: 'phone', phone, notes: 'My canary' })
  await reserve(member, { entitlementId, startsAt: hoursAhead(app, 40), lineKey: 'final-call' })
  await app.settle()
  expect(app.mails.filter(({ text }) => text.includes('Canaria')).length).toBeGreaterThan(1)

  expect((await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  await app.settle()

  const bookings = await app.rows(
    'select state, cancelled_by, phone, notes from booking where member_id = $1',
    member.id,
  )
  expect(bookings).toEqual([{ state: 'cancelled', cancelled_by: 'member', phone: '', notes: null }])
  expect(await listLedgerLines(app, body.data.id)).toEqual(['use -1', 'return 1'])
  const consultantEmails = app.mails.filter(
    ({ to, subject }) => to !== member.person.email && subject.startsWith('Cancelled: '),
  )
  expect(consultantEmails).toHaveLength(1)
  for (const table of ['email', 'notification', 'booking'])
    expect([table, await app.rows(`select 1 from ${table} t where t::text ~ 'Canaria|canary|900987'`)]).toEqual([
      table,
      [],
    ])
  const newcomer = await memberWithPackage(app)
  expect((await book(newcomer.member, { ...newcomer, startsAt, consultantId: ada.id })).status).toBe(200)
})
