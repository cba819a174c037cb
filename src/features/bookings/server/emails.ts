import { type EmailContent, type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeInZone, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import { newBookingPath } from '../booking/rules.ts'
import { MIN_DAYS_AFTER_CANCELLATION } from '../cancellation/contract.ts'
import { freeUntil, isTooLateToMove } from '../cancellation/rules.ts'
import { CHANGE_NOTICE_HOURS, type Place } from '../contract.ts'
import type { StoredBooking } from './store.ts'

/** Recipient of an email, with the time zone for its times. */
type Recipient = EmailReader & { timeZone: string }

export type BookingEmailContext = EmailSite & {
  booking: StoredBooking
  /** The booking before the change. */
  before: Pick<StoredBooking, 'startsAt'>
  reader: Recipient
  now: Date
}

// Emails to the member.

export function sessionBookedEmail(context: BookingEmailContext): Email {
  const { title, startsAt } = context.booking
  return writeMemberEmail(context, `Booked: ${title}, ${formatTimeInZone(startsAt, context.reader.timeZone)}`, [
    `Your session "${title}" is booked.`,
    changeTerms(context),
  ])
}

/** States the notice rule before the member needs it (PRODUCT D21). */
function changeTerms({ booking, reader, now }: BookingEmailContext): string {
  return isTooLateToMove(booking, now)
    ? `It begins in less than ${CHANGE_NOTICE_HOURS} hours, so it can no longer be moved. If you cancel it, it counts as used.`
    : `You can move it, or cancel it without losing it, until ${formatTimeWithZone(freeUntil(booking), reader.timeZone)}. After that it counts as used.`
}

export function sessionMovedEmail(context: BookingEmailContext): Email {
  const { before, booking } = context
  const { title, startsAt } = booking
  const { timeZone } = context.reader
  return writeMemberEmail(context, `Moved: ${title}, now ${formatTimeInZone(startsAt, timeZone)}`, [
    `Your session "${title}" was moved. Until now it was to begin on ${formatTimeWithZone(before.startsAt, timeZone)}.`,
    changeTerms(context),
  ])
}

export function sessionCancelledEmail(context: BookingEmailContext): Email {
  const { title, startsAt, isForfeited, cancelledBy } = context.booking
  const { timeZone } = context.reader
  return writeMemberEmail(context, `Cancelled: ${title}, ${formatTimeInZone(startsAt, timeZone)}`, [
    cancelledBy === 'member' ? `You have cancelled your session "${title}".` : cancellationReason(context.booking),
    isForfeited
      ? `Less than ${CHANGE_NOTICE_HOURS} hours were left before it began, so it counts as used.`
      : 'It does not count as used: nothing is taken from your package for it.',
    ...(cancelledBy === 'system'
      ? ['Should the package run again, please book it anew: it does not come back by itself.']
      : []),
    ...(isCancelledByCompany(context.booking)
      ? [`Please choose another time. Your package runs for at least ${MIN_DAYS_AFTER_CANCELLATION} days from today.`]
      : []),
  ])
}

/** Not cancelled by the member or by the end of their package, so we owe the member another session. */
export function isCancelledByCompany({ cancelledBy }: Pick<StoredBooking, 'cancelledBy'>): boolean {
  return cancelledBy === 'consultant' || cancelledBy === 'administrator'
}

function cancellationReason({ title, cancelledBy, packageTitle }: StoredBooking): string {
  return cancelledBy === 'system'
    ? `Your package ${packageTitle} has ended, so your session "${title}" is cancelled.`
    : `We are sorry: we had to cancel your session "${title}".`
}

function writeMemberEmail(
  { booking, reader, company, publicUrl }: BookingEmailContext,
  subject: string,
  paragraphs: string[],
): Email {
  const isToCome = booking.state === 'booked'
  return emailTo(reader, company, {
    subject,
    paragraphs,
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', formatTimeWithZone(booking.startsAt, reader.timeZone)],
      ...(booking.consultantName ? [['With', booking.consultantName] satisfies [string, string]] : []),
      ...(isToCome ? [['Where', describePlace(booking)] satisfies [string, string]] : []),
    ],
    action: isCancelledByCompany(booking)
      ? { label: 'Choose another time', url: `${publicUrl}${newBookingPath(booking)}` }
      : { label: 'Open your session', url: `${publicUrl}${memberBookingPath(booking)}` },
  })
}

/** Leaves out the meeting link, which is shown only after login. */
export function describePlace({ place }: { place: Place | null }): string {
  return place === 'phone' ? 'By phone: we call you' : 'Online: you find the link on the page of your session'
}

// Emails to the consultant. They contain only the member's first name; phone number and notes stay in the portal.

export type ConsultantEmailContext = BookingEmailContext & { memberName: string }

export function consultantBookedEmail(context: ConsultantEmailContext): Email {
  return writeConsultantEmail(context, 'Booked', `${toShownName(context)} has booked a session with you.`)
}

export function consultantMovedEmail(context: ConsultantEmailContext): Email {
  const before = formatTimeWithZone(context.before.startsAt, context.reader.timeZone)
  return writeConsultantEmail(
    context,
    'Moved',
    `A session with ${toShownName(context)} was moved. It was to begin on ${before}.`,
  )
}

/** Also sent to the former consultant of a session that moved to another one. */
export function consultantCancelledEmail(context: ConsultantEmailContext): Email {
  return writeConsultantEmail(
    context,
    'Cancelled',
    `A session with ${toShownName(context)} is cancelled. The time is free again.`,
  )
}

function writeConsultantEmail(
  { booking, reader, company, publicUrl }: BookingEmailContext,
  change: 'Booked' | 'Moved' | 'Cancelled',
  sentence: string,
): Email {
  const facts: EmailContent['facts'] = [
    ['Session', `${booking.title}, ${booking.minutes} minutes`],
    ['Package', booking.packageTitle],
    ['When', formatTimeWithZone(booking.startsAt, reader.timeZone)],
    ...(change === 'Cancelled'
      ? []
      : [['Where', booking.place === 'phone' ? 'By phone' : 'Online'] as [string, string]]),
  ]
  return emailTo(reader, company, {
    subject: `${change}: ${booking.title}, ${formatTimeInZone(booking.startsAt, reader.timeZone)}`,
    paragraphs: [sentence],
    facts,
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
