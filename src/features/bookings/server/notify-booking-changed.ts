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
  isCancelledByOthers,
  memberBookingPath,
  sessionBookedEmail,
  sessionCancelledEmail,
  sessionMovedEmail,
} from './emails.ts'
import type { StoredBooking } from './store.ts'

type BookingEvent = 'booked' | 'moved' | 'cancelled'
type Recipient = 'member' | 'consultant'

/** Identifies an email or notification, so that it is sent once per recipient for each version of a booking. */
function bookingEventKey(
  event: BookingEvent,
  { id, sequence }: { id: string; sequence: number },
  reader: Recipient,
): string {
  return `booking-${event}:${id}:${sequence}${reader === 'consultant' ? ':consultant' : ''}`
}

/**
 * Event keys of all messages to consultants about a booking. They are deleted when the member's data is erased, because
 * they contain the member's name.
 */
export function consultantEventKeys({ id, sequence }: { id: string; sequence: number }): string[] {
  const versions = Array.from({ length: sequence + 1 }, (_, version) => ({ id, sequence: version }))
  const kinds: BookingEvent[] = ['booked', 'moved', 'cancelled']
  return versions.flatMap((version) => kinds.map((event) => bookingEventKey(event, version, 'consultant')))
}

/** A booking after the change, and what happened to it. */
type BookingChange = {
  event: BookingEvent
  booking: StoredBooking
  /** The booking before it was moved. */
  before?: StoredBooking
}

type MessageTemplate<EmailContext> = { title: string; writeEmail: (context: EmailContext) => Email }

const memberTemplates: Record<BookingEvent, MessageTemplate<BookingEmailContext>> = {
  booked: { title: 'Session booked', writeEmail: sessionBookedEmail },
  moved: { title: 'Session moved', writeEmail: sessionMovedEmail },
  cancelled: { title: 'Session cancelled', writeEmail: sessionCancelledEmail },
}

const consultantTemplates: Record<BookingEvent, MessageTemplate<ConsultantEmailContext>> = {
  booked: { title: 'New booking', writeEmail: consultantBookedEmail },
  moved: { title: 'Session moved', writeEmail: consultantMovedEmail },
  cancelled: { title: 'Session cancelled', writeEmail: consultantCancelledEmail },
}

/**
 * Notifies the member and the consultant by email and in the portal, once for each version of the booking. Runs in the
 * transaction that changes it.
 */
export async function notifyBookingChanged(tx: Db, context: Context, change: BookingChange): Promise<void> {
  await notifyBookingMember(tx, context, change)
  await notifyBookingConsultants(tx, context, change)
  // A member on the waitlist may be waiting for the slot that is now free.
  if (change.event !== 'booked') await context.jobs.send(tx, offerSlotsQueue, {})
}

export async function notifyBookingMember(tx: Db, context: Context, change: BookingChange): Promise<void> {
  const { event, booking, before = booking } = change
  const { memberId, consultantName: counterpart } = booking
  if (event !== 'booked') await cancelReminders(tx, booking, memberId)
  const { title, writeEmail } = memberTemplates[event]
  const path = memberBookingPath(booking)
  const now = context.now()
  const isNotified = await notifyAccount(tx, context, memberId, (reader) => ({
    reason: bookingEventKey(event, booking, 'member'),
    title,
    text: textForMember(booking, reader.timeZone),
    path,
    kinds: isCancelledByOthers(booking) ? [] : ['sessions'],
    email: (site) =>
      withCalendarFile(writeEmail({ booking, before, now, reader, ...site }), change, {
        counterpart,
        path,
        now,
        ...site,
      }),
  }))
  if (isNotified && event === 'booked') await retireStarterNotifications(tx, context, memberId, ['book-first-session'])
}

/** A session moved to another consultant is new to that consultant and cancelled for the previous one. */
export async function notifyBookingConsultants(tx: Db, context: Context, change: BookingChange): Promise<void> {
  const { event, booking, before = booking } = change
  if (event !== 'moved' || before.consultantId === booking.consultantId) return notifyConsultant(tx, context, change)
  await notifyConsultant(tx, context, { event: 'cancelled', booking: { ...before, sequence: booking.sequence } })
  await notifyConsultant(tx, context, { event: 'booked', booking })
}

async function notifyConsultant(tx: Db, context: Context, change: BookingChange): Promise<void> {
  const { event, booking, before = booking } = change
  const consultant = booking.consultantId ? await findConsultant(tx, booking.consultantId) : undefined
  if (!consultant?.isAdvising) return
  const member = await findAccount(tx, booking.memberId)
  const { timeZone, email, displayName, accountId } = consultant
  const { title, writeEmail } = consultantTemplates[event]
  const memberName = member?.firstName ?? ''
  const reader = { firstName: displayName, email, timeZone }
  const now = context.now()
  const counterpart = looksLikeName(memberName) ? memberName : null
  if (event !== 'booked') await cancelReminders(tx, booking, accountId)
  const reason = bookingEventKey(event, booking, 'consultant')
  await sendEmail(tx, context, reason, (site) =>
    withCalendarFile(writeEmail({ booking, before, now, reader, memberName, ...site }), change, {
      counterpart,
      path: CONSULTANT_PATH,
      now,
      ...site,
    }),
  )
  const text = describeBooking(booking, timeZone)
  await notifyMember(tx, context, { memberId: accountId, reason, title, text, path: CONSULTANT_PATH })
}

/** What the attached calendar file does. */
const calendarMethods = { booked: 'REQUEST', moved: 'REQUEST', cancelled: 'CANCEL' } as const satisfies Record<
  BookingEvent,
  string
>

/** @param counterpart the other participant, as the reader sees them */
function withCalendarFile(
  email: Email,
  { event, booking }: BookingChange,
  { counterpart, path, ...settings }: EmailSite & { counterpart: string | null; path: string; now: Date },
): Email {
  const session = { ...booking, bookingId: booking.id, counterpart, path }
  return attachCalendarFile(email, session, { method: calendarMethods[event], ...settings })
}

function textForMember(booking: StoredBooking, timeZone: string): string {
  const { cancelledBy, packageTitle } = booking
  if (isCancelledByCompany(booking))
    return `${describeBooking(booking, timeZone)}. We’re sorry, we had to cancel it. Choose another time.`
  const packageEndedText = `Your ${packageTitle} package has ended. If it becomes active again, you’ll need to book this session again.`
  return `${describeBooking(booking, timeZone)}${cancelledBy === 'system' ? `. ${packageEndedText}` : ''}`
}

function describeBooking({ title, startsAt }: StoredBooking, timeZone: string): string {
  return `${title}, ${formatTimeWithZone(startsAt, timeZone)}`
}
