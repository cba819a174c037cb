import { randomUUID } from 'node:crypto'
import type { EmailPreviews } from '#features/company/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { sessionReturnedEmail } from '../admin-bookings/server/emails.ts'
import { packageEndEmail, reminderEmail } from '../reminders/server/emails.ts'
import { slotOfferedEmail } from '../waitlist/server/emails.ts'
import * as booking from './emails.ts'
import type { StoredBooking } from './store.ts'

const now = new Date('2026-03-02T09:30:00Z')
const startsAt = new Date('2026-03-10T14:00:00Z')
const earlierStart = new Date('2026-03-06T14:00:00Z')
const memberId = randomUUID() as MemberId
const member = { firstName: 'Ada', email: 'ada@example.org', timeZone: 'America/New_York' }
const consultant = { firstName: 'Grace', email: 'grace@example.org', timeZone: 'Europe/London' }

const booked: StoredBooking = {
  id: randomUUID(),
  memberId,
  entitlementId: randomUUID(),
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE Basic',
  serviceType: 'MY_FUTURE',
  lineKey: 'consultation',
  title: 'Consultation',
  minutes: 20,
  startsAt,
  endsAt: new Date('2026-03-10T14:20:00Z'),
  state: 'booked',
  consultantId: randomUUID(),
  consultantName: 'Grace Hopper',
  pictureHash: null,
  meetingUrl: 'https://meet.example.org/grace',
  place: 'online',
  phone: null,
  notes: null,
  sequence: 0,
  bookedAt: now,
  cancelledBy: null,
  isForfeited: false,
  isReturned: false,
  returnedAt: null,
}
const cancelled: StoredBooking = { ...booked, state: 'cancelled', cancelledBy: 'member' }

const memberTemplates =
  (
    write: (context: booking.BookingEmailContext) => ReturnType<EmailPreviews[string]>,
    storedBooking: StoredBooking,
  ): EmailPreviews[string] =>
  (site) =>
    write({ ...site, booking: storedBooking, before: { startsAt: earlierStart }, reader: member, now })

const consultantTemplates =
  (write: (context: booking.ConsultantEmailContext) => ReturnType<EmailPreviews[string]>): EmailPreviews[string] =>
  (site) =>
    write({ ...site, booking: booked, before: { startsAt: earlierStart }, reader: consultant, now, memberName: 'Ada' })

export const emailPreviews: EmailPreviews = {
  sessionBookedEmail: memberTemplates(booking.sessionBookedEmail, booked),
  sessionMovedEmail: memberTemplates(booking.sessionMovedEmail, booked),
  'sessionCancelledEmail:by-the-member': memberTemplates(booking.sessionCancelledEmail, cancelled),
  'sessionCancelledEmail:too-late': memberTemplates(booking.sessionCancelledEmail, { ...cancelled, isForfeited: true }),
  'sessionCancelledEmail:by-us': memberTemplates(booking.sessionCancelledEmail, {
    ...cancelled,
    cancelledBy: 'consultant',
  }),
  'sessionCancelledEmail:package-ended': memberTemplates(booking.sessionCancelledEmail, {
    ...cancelled,
    cancelledBy: 'system',
  }),
  consultantBookedEmail: consultantTemplates(booking.consultantBookedEmail),
  consultantMovedEmail: consultantTemplates(booking.consultantMovedEmail),
  consultantCancelledEmail: consultantTemplates(booking.consultantCancelledEmail),
  slotOfferedEmail: (site) =>
    slotOfferedEmail({
      ...site,
      booking: booked,
      startsAt: earlierStart,
      consultantName: 'Grace Hopper',
      expiresAt: new Date('2026-03-02T13:30:00Z'),
      reader: member,
    }),
  packageEndEmail: (site) =>
    packageEndEmail({
      ...site,
      sessions: [{ ...booked, left: 2, startsAt: now }],
      member,
      path: '/portal/bookings/new',
    }),
  'reminderEmail:24h': reminderPreview('24h'),
  'reminderEmail:1h': reminderPreview('1h'),
  sessionReturnedEmail: (site) =>
    sessionReturnedEmail({ ...site, booking: booked, member, reason: 'The call dropped.' }),
}

function reminderPreview(reminder: '24h' | '1h'): EmailPreviews[string] {
  return (site) =>
    reminderEmail({ ...site, session: { ...booked, displayName: 'Grace Hopper' }, reminder, reader: member })
}
