import { randomUUID } from 'node:crypto'
import type { LetterExamples } from '#features/company/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { StoredBooking } from '../booking-store.ts'
import * as booking from './booking.ts'
import { earlierOfferLetter } from './earlier-offer.ts'
import { packageEndLetter } from './package-end.ts'
import { reminderLetter } from './reminder.ts'
import { sessionReturnedLetter } from './returned.ts'

const now = new Date('2026-03-02T09:30:00Z')
const startsAt = new Date('2026-03-10T14:00:00Z')
const earlier = new Date('2026-03-06T14:00:00Z')
const memberId = randomUUID() as MemberId
const member = { firstName: 'Ada', email: 'ada@example.org', timeZone: 'Europe/London' }
const consultant = { firstName: 'Grace', email: 'grace@example.org', timeZone: 'America/New_York' }

const booked: StoredBooking = {
  id: randomUUID(),
  memberId,
  entitlementId: randomUUID(),
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE Basic',
  lineKey: 'consultation',
  title: 'Consultation',
  minutes: 20,
  startsAt,
  endsAt: new Date('2026-03-10T14:20:00Z'),
  state: 'booked',
  consultantId: randomUUID(),
  consultantName: 'Grace Hopper',
  pictureHash: null,
  meetingUrl: null,
  place: 'online',
  phone: null,
  notes: null,
  sequence: 0,
  bookedAt: now,
  cancelledBy: null,
  isForfeited: false,
  isReturned: false,
}
const cancelled: StoredBooking = { ...booked, state: 'cancelled', cancelledBy: 'member' }

const toMember =
  (write: (told: booking.Told) => ReturnType<LetterExamples[string]>, of: StoredBooking): LetterExamples[string] =>
  (site) =>
    write({ ...site, booking: of, before: { startsAt: earlier }, reader: member, now })

const toConsultant =
  (write: (told: booking.ToldToConsultant) => ReturnType<LetterExamples[string]>): LetterExamples[string] =>
  (site) =>
    write({ ...site, booking: booked, before: { startsAt: earlier }, reader: consultant, now, memberName: 'Ada' })

export const letterExamples: LetterExamples = {
  sessionBookedLetter: toMember(booking.sessionBookedLetter, booked),
  sessionMovedLetter: toMember(booking.sessionMovedLetter, booked),
  'sessionCancelledLetter:by-the-member': toMember(booking.sessionCancelledLetter, cancelled),
  'sessionCancelledLetter:too-late': toMember(booking.sessionCancelledLetter, { ...cancelled, isForfeited: true }),
  'sessionCancelledLetter:by-us': toMember(booking.sessionCancelledLetter, { ...cancelled, cancelledBy: 'consultant' }),
  'sessionCancelledLetter:package-ended': toMember(booking.sessionCancelledLetter, {
    ...cancelled,
    cancelledBy: 'system',
  }),
  consultantBookedLetter: toConsultant(booking.consultantBookedLetter),
  consultantMovedLetter: toConsultant(booking.consultantMovedLetter),
  consultantCancelledLetter: toConsultant(booking.consultantCancelledLetter),
  earlierOfferLetter: (site) =>
    earlierOfferLetter({
      ...site,
      booking: booked,
      startsAt: earlier,
      consultantName: 'Grace Hopper',
      expiresAt: new Date('2026-03-02T13:30:00Z'),
      reader: member,
    }),
  packageEndLetter: ({ company, publicUrl }) =>
    packageEndLetter({
      sessions: [{ ...booked, left: 2, startsAt: now }],
      member,
      company,
      url: `${publicUrl}/portal/bookings/new`,
    }),
  'reminderLetter:24h': remind('24h'),
  'reminderLetter:1h': remind('1h'),
  sessionReturnedLetter: (site) =>
    sessionReturnedLetter({ ...site, booking: booked, member, reason: 'The line broke off.' }),
}

function remind(reminder: '24h' | '1h'): LetterExamples[string] {
  const session = {
    ...booked,
    chosenAt: now,
    member: { ...member, id: memberId },
    consultant: { id: memberId, displayName: 'Grace Hopper', timeZone: consultant.timeZone },
  }
  return (site) => reminderLetter({ ...site, session, reminder })
}
