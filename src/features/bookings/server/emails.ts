import {
  type EmailContent,
  type EmailReader,
  type EmailSite,
  emailTo,
  turnOffNote,
} from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatShortTime, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import { newBookingPath } from '../booking/rules.ts'
import { MIN_DAYS_AFTER_CANCELLATION } from '../cancellation/contract.ts'
import { freeUntil, isTooLateToMove } from '../cancellation/rules.ts'
import { CHANGE_NOTICE_HOURS, type Place } from '../contract.ts'
import type { StoredBooking } from './store.ts'

export type BookingEmailContext = EmailSite & {
  booking: StoredBooking
  /** The booking before the change. */
  before: Pick<StoredBooking, 'startsAt'>
  reader: EmailReader
  now: Date
}

// Emails to the member.

export function sessionBookedEmail(context: BookingEmailContext): Email {
  const { title, startsAt, consultantName } = context.booking
  return writeMemberEmail(
    context,
    `Booked: ${title}, ${formatShortTime(startsAt, context.reader.timeZone)}`,
    [`Your session${consultantName ? ` with ${consultantName}` : ''} is booked.`],
    { notes: [changeTerms(context)] },
  )
}

/** Tells the member the notice rule before they need it (PRODUCT D21). */
function changeTerms({ booking, reader, now }: BookingEmailContext): string {
  return isTooLateToMove(booking, now)
    ? `It starts in less than ${CHANGE_NOTICE_HOURS} hours, so it can’t be moved, and it’ll count as used even if you cancel.`
    : `You can move this session, or cancel and get it back, until ${formatTimeWithZone(freeUntil(booking), reader.timeZone)}. After that, you can’t move it and it’ll count as used even if you cancel.`
}

export function sessionMovedEmail(context: BookingEmailContext): Email {
  const { before, booking } = context
  const { title, startsAt } = booking
  const { timeZone } = context.reader
  const subject = `Moved: ${title}, now ${formatShortTime(startsAt, timeZone)}`
  const formerTime = formatTimeWithZone(before.startsAt, timeZone)
  return writeMemberEmail(context, subject, ['We’ve moved your session.'], {
    notes: [changeTerms(context)],
    formerTime,
  })
}

export function sessionCancelledEmail(context: BookingEmailContext): Email {
  const { title, startsAt, isForfeited, cancelledBy } = context.booking
  const { timeZone } = context.reader
  return writeMemberEmail(context, `Cancelled: ${title}, ${formatShortTime(startsAt, timeZone)}`, [
    cancelledBy === 'member' ? 'You’ve cancelled your session.' : cancellationReason(context.booking),
    isForfeited
      ? `It was due to start in less than ${CHANGE_NOTICE_HOURS} hours, so it counts as used.`
      : 'It won’t count as used.',
    ...(cancelledBy === 'system'
      ? ['If your package becomes active again, you’ll need to book this session again.']
      : []),
    ...(isCancelledByCompany(context.booking)
      ? [
          `Your package will run for at least ${MIN_DAYS_AFTER_CANCELLATION} more days, so you can still choose another time.`,
        ]
      : []),
  ])
}

/** Members are always told if someone else cancels a session, whatever their preferences. */
export function isCancelledByOthers({ cancelledBy }: Pick<StoredBooking, 'cancelledBy'>): boolean {
  return cancelledBy !== null && cancelledBy !== 'member'
}

/** Returns whether staff or the consultant cancelled the session, in which case we owe the member another one. */
export function isCancelledByCompany({ cancelledBy }: Pick<StoredBooking, 'cancelledBy'>): boolean {
  return cancelledBy === 'consultant' || cancelledBy === 'administrator'
}

function cancellationReason({ cancelledBy, packageTitle }: StoredBooking): string {
  return cancelledBy === 'system'
    ? `Your ${packageTitle} package has ended, so we’ve cancelled your session.`
    : 'We’re sorry, but we’ve had to cancel your session.'
}

function writeMemberEmail(
  { booking, reader, company, publicUrl }: BookingEmailContext,
  subject: string,
  paragraphs: string[],
  { notes = [], formerTime }: { notes?: string[]; formerTime?: string } = {},
): Email {
  const isToCome = booking.state === 'booked'
  return emailTo(reader, company, {
    subject,
    paragraphs,
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', formatTimeWithZone(booking.startsAt, reader.timeZone)],
      formerTime !== undefined && ['Instead of', formerTime],
      booking.consultantName !== null && ['With', booking.consultantName],
      ...(isToCome ? placeFacts(booking) : []),
    ],
    action: canBookAgain(booking)
      ? { label: 'Choose another time', url: `${publicUrl}${newBookingPath(booking)}` }
      : { label: 'Open your session', url: `${publicUrl}${memberBookingPath(booking)}` },
    notes: isCancelledByOthers(booking) ? notes : [...notes, turnOffNote('emails about sessions', publicUrl)],
  })
}

/** Returns whether the session is back in a package that is still running. */
function canBookAgain({ cancelledBy, isForfeited }: StoredBooking): boolean {
  return cancelledBy !== null && cancelledBy !== 'system' && !isForfeited
}

/** How to meet, including the meeting link if the consultant has added one. */
export function placeFacts({
  place,
  meetingUrl,
}: Pick<StoredBooking, 'meetingUrl'> & { place: Place | null }): NonNullable<EmailContent['facts']> {
  if (place === 'phone') return [['Where', 'By phone: we’ll call you']]
  const url = safeMeetingUrl(meetingUrl)
  if (!url) return [['Where', 'Online. The link will appear on your session’s page.']]
  return [
    ['Where', 'Online'],
    ['Join', url, url],
  ]
}

/** Never link to any other scheme, such as `javascript:`. */
export function safeMeetingUrl(meetingUrl: string | null): string | undefined {
  return meetingUrl?.startsWith('https://') ? meetingUrl : undefined
}

// Emails to the consultant. They contain only the member's first name. The phone number and notes stay in the portal.

export type ConsultantEmailContext = BookingEmailContext & { memberName: string }

export function consultantBookedEmail(context: ConsultantEmailContext): Email {
  return writeConsultantEmail(context, 'Booked', `You have a new booking from ${toShownName(context)}.`)
}

export function consultantMovedEmail(context: ConsultantEmailContext): Email {
  return writeConsultantEmail(context, 'Moved', `Your session with ${toShownName(context)} has been moved.`)
}

/** Also sent to the previous consultant if a session is moved to someone else. */
export function consultantCancelledEmail(context: ConsultantEmailContext): Email {
  return writeConsultantEmail(
    context,
    'Cancelled',
    `Your session with ${toShownName(context)} has been cancelled. The time is free again.`,
  )
}

function writeConsultantEmail(
  { booking, before, reader, company, publicUrl }: BookingEmailContext,
  change: 'Booked' | 'Moved' | 'Cancelled',
  sentence: string,
): Email {
  return emailTo(reader, company, {
    subject: `${change}: ${booking.title}, ${formatShortTime(booking.startsAt, reader.timeZone)}`,
    paragraphs: [sentence],
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', formatTimeWithZone(booking.startsAt, reader.timeZone)],
      change === 'Moved' && ['Instead of', formatTimeWithZone(before.startsAt, reader.timeZone)],
      change !== 'Cancelled' && ['Where', booking.place === 'phone' ? 'By phone' : 'Online'],
    ],
    action: { label: 'Open your sessions', url: `${publicUrl}${CONSULTANT_PATH}` },
  })
}

function toShownName({ memberName }: ConsultantEmailContext): string {
  return looksLikeName(memberName) ? memberName : 'a member'
}

export function memberBookingPath({ id }: Pick<StoredBooking, 'id'>): string {
  return `/portal/bookings/${id}`
}

/** The consultant's agenda. */
export const CONSULTANT_PATH = '/portal/consultant'
