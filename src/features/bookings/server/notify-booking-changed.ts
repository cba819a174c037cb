import { findAccount } from '#features/accounts/server/public.ts'
import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import { notifyAccount, notifyMember, retireStarterNotifications } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import { attachCalendarFile } from '../calendar-feed/server/calendar-file.ts'
import { cancelReminders } from '../reminders/server/session-reminders.ts'
import { offerSlotsQueue } from '../waitlist/server/offer-slots-queue.ts'
import { findConsultant } from './consultant-store.ts'
import {
  type BookingEmailContext,
  CONSULTANT_PATH,
  type ConsultantEmailContext,
  consultantBookedEmail,
  consultantCancelledEmail,
  consultantMovedEmail,
  isCancelledByCompany,
  memberBookingPath,
  sessionBookedEmail,
  sessionCancelledEmail,
  sessionMovedEmail,
} from './emails.ts'
import type { StoredBooking } from './store.ts'

type BookingEvent = 'booked' | 'moved' | 'cancelled'
type Recipient = 'member' | 'consultant'

/** Identifies an email or notification, so that each version of a booking is sent once per recipient. */
function bookingEventKey(
  news: BookingEvent,
  { id, sequence }: { id: string; sequence: number },
  reader: Recipient,
): string {
  return `booking-${news}:${id}:${sequence}${reader === 'consultant' ? ':consultant' : ''}`
}

/** Event keys of all messages to consultants about a booking, to delete them: they contain the member's name. */
export function consultantEventKeys({ id, sequence }: { id: string; sequence: number }): string[] {
  const versions = Array.from({ length: sequence + 1 }, (_, version) => ({ id, sequence: version }))
  const kinds: BookingEvent[] = ['booked', 'moved', 'cancelled']
  return versions.flatMap((version) => kinds.map((news) => bookingEventKey(news, version, 'consultant')))
}

/** A booking after the change, and what happened to it. */
type BookingChange = {
  news: BookingEvent
  booking: StoredBooking
  /** The booking before it was moved. */
  before?: StoredBooking
}

type MessageTemplate<Letter> = { title: string; letter: (told: Letter) => Email }

const memberTemplates: Record<BookingEvent, MessageTemplate<BookingEmailContext>> = {
  booked: { title: 'Session booked', letter: sessionBookedEmail },
  moved: { title: 'Session moved', letter: sessionMovedEmail },
  cancelled: { title: 'Session cancelled', letter: sessionCancelledEmail },
}

const consultantTemplates: Record<BookingEvent, MessageTemplate<ConsultantEmailContext>> = {
  booked: { title: 'A session was booked', letter: consultantBookedEmail },
  moved: { title: 'A session was moved', letter: consultantMovedEmail },
  cancelled: { title: 'A session was cancelled', letter: consultantCancelledEmail },
}

/** Notifies member and consultant by email and bell within the transaction, once per version of the booking. */
export async function notifyBookingChanged(tx: Db, context: Context, told: BookingChange): Promise<void> {
  await notifyBookingMember(tx, context, told)
  await notifyBookingConsultants(tx, context, told)
  // A member on the waitlist may want the former slot.
  if (told.news !== 'booked') await context.jobs.send(tx, offerSlotsQueue, {})
}

export async function notifyBookingMember(tx: Db, context: Context, told: BookingChange): Promise<void> {
  const { news, booking, before = booking } = told
  const { memberId, consultantName: companion } = booking
  if (news !== 'booked') await cancelReminders(tx, booking, memberId)
  const { title, letter } = memberTemplates[news]
  const path = memberBookingPath(booking)
  const now = context.now()
  const isTold = await notifyAccount(tx, context, memberId, (reader) => ({
    reason: bookingEventKey(news, booking, 'member'),
    title,
    text: textForMember(booking, reader.timeZone),
    path,
    kinds: isCancelledByOthers(booking) ? [] : ['sessions'],
    email: (site) =>
      withCalendarFile(letter({ booking, before, now, reader, ...site }), told, { companion, path, now, ...site }),
  }))
  if (isTold && news === 'booked') await retireStarterNotifications(tx, context, memberId, ['book-first-session'])
}

/** Always notify about a session that someone else cancelled, whatever the member's preferences. */
function isCancelledByOthers({ cancelledBy }: StoredBooking): boolean {
  return cancelledBy !== null && cancelledBy !== 'member'
}

/** If the session moved to another consultant, it is new for one and cancelled for the other. */
export async function notifyBookingConsultants(tx: Db, context: Context, told: BookingChange): Promise<void> {
  const { news, booking, before = booking } = told
  if (news !== 'moved' || before.consultantId === booking.consultantId) return notifyConsultant(tx, context, told)
  await notifyConsultant(tx, context, { news: 'cancelled', booking: { ...before, sequence: booking.sequence } })
  await notifyConsultant(tx, context, { news: 'booked', booking })
}

async function notifyConsultant(tx: Db, context: Context, told: BookingChange): Promise<void> {
  const { news, booking, before = booking } = told
  const consultant = booking.consultantId ? await findConsultant(tx, booking.consultantId) : undefined
  if (!consultant?.isAdvising) return
  const member = await findAccount(tx, booking.memberId)
  const { timeZone, email, displayName, accountId } = consultant
  const { title, letter } = consultantTemplates[news]
  const memberName = member?.firstName ?? ''
  const reader = { firstName: displayName, email, timeZone }
  const now = context.now()
  const companion = looksLikeName(memberName) ? memberName : null
  if (news !== 'booked') await cancelReminders(tx, booking, accountId)
  const reason = bookingEventKey(news, booking, 'consultant')
  await sendEmail(tx, context, reason, (site) =>
    withCalendarFile(letter({ booking, before, now, reader, memberName, ...site }), told, {
      companion,
      path: CONSULTANT_PATH,
      now,
      ...site,
    }),
  )
  const text = describeBooking(booking, timeZone)
  await notifyMember(tx, context, { memberId: accountId, reason, title, text, path: CONSULTANT_PATH })
}

/** Effect of the attached calendar file. */
const calendarMethods = { booked: 'REQUEST', moved: 'REQUEST', cancelled: 'CANCEL' } as const satisfies Record<
  BookingEvent,
  string
>

/** @param companion the other participant, as seen by the reader */
function withCalendarFile(
  email: Email,
  { news, booking }: BookingChange,
  { companion, path, ...settings }: EmailSite & { companion: string | null; path: string; now: Date },
): Email {
  const session = { ...booking, bookingId: booking.id, companion, path }
  return attachCalendarFile(email, session, { method: calendarMethods[news], ...settings })
}

function textForMember(booking: StoredBooking, timeZone: string): string {
  const { cancelledBy, packageTitle } = booking
  if (isCancelledByCompany(booking))
    return `${describeBooking(booking, timeZone)}. We had to cancel it. Please choose another time.`
  const why = `Your package ${packageTitle} has ended. Should it run again, please book this session anew.`
  return `${describeBooking(booking, timeZone)}${cancelledBy === 'system' ? `. ${why}` : ''}`
}

function describeBooking({ title, startsAt }: StoredBooking, timeZone: string): string {
  return `${title}, ${formatTimeWithZone(startsAt, timeZone)}`
}
