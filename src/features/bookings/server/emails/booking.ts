import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { type Letter, writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting, looksLikeName } from '#platform/shared/greeting.ts'
import { momentInWords, timeInWords } from '#platform/shared/local-time.ts'
import { DAYS_AFTER_CANCELLING } from '../../contract/agenda.ts'
import { FREE_HOURS, type Place } from '../../contract.ts'
import { freeUntil, isTooLateToMove } from '../../rules/consequence.ts'
import type { StoredBooking } from '../booking-store.ts'

/** Whom a letter is for, and what clock they live by. */
type Reader = { firstName: string; email: string; timeZone: string }

export type Told = {
  booking: StoredBooking
  /** As it was: at another time, where it was moved. */
  before: Pick<StoredBooking, 'startsAt'>
  reader: Reader
  company: Company
  publicUrl: string
  now: Date
}

// To the member.

export function sessionBookedLetter(told: Told): Mail {
  const { title, startsAt } = told.booking
  return memberLetter(told, `Booked: ${title}, ${timeInWords(startsAt, told.reader.timeZone)}`, [
    `Your session "${title}" is booked.`,
    whatCanBeDone(told),
  ])
}

/** The rule, to be read before it matters (PRODUCT D21). */
function whatCanBeDone({ booking, reader, now }: Told): string {
  return isTooLateToMove(booking, now)
    ? `It begins in less than ${FREE_HOURS} hours, so it can no longer be moved. If you cancel it, it counts as used.`
    : `You can move it, or cancel it without losing it, until ${momentInWords(freeUntil(booking), reader.timeZone)}. After that it counts as used.`
}

export function sessionMovedLetter(told: Told): Mail {
  const { before, booking } = told
  const { title, startsAt } = booking
  const { timeZone } = told.reader
  return memberLetter(told, `Moved: ${title}, now ${timeInWords(startsAt, timeZone)}`, [
    `Your session "${title}" was moved. Until now it was to begin on ${momentInWords(before.startsAt, timeZone)}.`,
    whatCanBeDone(told),
  ])
}

export function sessionCancelledLetter(told: Told): Mail {
  const { title, startsAt, isForfeited, cancelledBy } = told.booking
  const { timeZone } = told.reader
  return memberLetter(told, `Cancelled: ${title}, ${timeInWords(startsAt, timeZone)}`, [
    cancelledBy === 'member' ? `You have cancelled your session "${title}".` : whyCancelled(told.booking),
    isForfeited
      ? `Less than ${FREE_HOURS} hours were left before it began, so it counts as used.`
      : 'It does not count as used: nothing is taken from your package for it.',
    ...(cancelledBy === 'system'
      ? ['Should the package run again, please book it anew: it does not come back by itself.']
      : []),
    ...(isByUs(told.booking)
      ? [`Please choose another time. Your package runs for at least ${DAYS_AFTER_CANCELLING} days from today.`]
      : []),
  ])
}

/** Neither the member nor the end of their package: they are owed another time. */
export function isByUs({ cancelledBy }: Pick<StoredBooking, 'cancelledBy'>): boolean {
  return cancelledBy === 'consultant' || cancelledBy === 'administrator'
}

function whyCancelled({ title, cancelledBy, packageTitle }: StoredBooking): string {
  return cancelledBy === 'system'
    ? `Your package ${packageTitle} has ended, so your session "${title}" is cancelled.`
    : `We are sorry: we had to cancel your session "${title}".`
}

function memberLetter({ booking, reader, company, publicUrl }: Told, subject: string, paragraphs: string[]): Mail {
  const isToCome = booking.state === 'booked'
  return writeLetter({
    to: reader.email,
    subject,
    greeting: greeting(reader.firstName),
    paragraphs,
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', momentInWords(booking.startsAt, reader.timeZone)],
      ...(booking.consultantName ? [['With', booking.consultantName] satisfies [string, string]] : []),
      ...(isToCome ? [['Where', whereInWords(booking)] satisfies [string, string]] : []),
    ],
    action: isByUs(booking)
      ? { label: 'Choose another time', url: `${publicUrl}${newTimePath(booking)}` }
      : { label: 'Open your session', url: `${publicUrl}${memberPath(booking)}` },
    sender: senderOf(company),
  })
}

/** The link itself stays behind the login. */
export function whereInWords({ place }: { place: Place | null }): string {
  return place === 'phone' ? 'By phone: we call you' : 'Online: you find the link on the page of your session'
}

// To the consultant: the first name and no more of the member; phone number and notes stay in the portal.

export type ToldToConsultant = Told & { memberName: string }

export function consultantBookedLetter(told: ToldToConsultant): Mail {
  return consultantLetter(told, 'Booked', `${nameOf(told)} has booked a session with you.`)
}

export function consultantMovedLetter(told: ToldToConsultant): Mail {
  const before = momentInWords(told.before.startsAt, told.reader.timeZone)
  return consultantLetter(told, 'Moved', `A session with ${nameOf(told)} was moved. It was to begin on ${before}.`)
}

/** Also where it was moved to somebody else: what matters to the reader is that the time is theirs again. */
export function consultantCancelledLetter(told: ToldToConsultant): Mail {
  return consultantLetter(told, 'Cancelled', `A session with ${nameOf(told)} is cancelled. The time is free again.`)
}

function consultantLetter(
  { booking, reader, company, publicUrl }: Told,
  what: 'Booked' | 'Moved' | 'Cancelled',
  sentence: string,
): Mail {
  const facts: Letter['facts'] = [
    ['Session', `${booking.title}, ${booking.minutes} minutes`],
    ['Package', booking.packageTitle],
    ['When', momentInWords(booking.startsAt, reader.timeZone)],
    ...(what === 'Cancelled' ? [] : [['Where', booking.place === 'phone' ? 'By phone' : 'Online'] as [string, string]]),
  ]
  return writeLetter({
    to: reader.email,
    subject: `${what}: ${booking.title}, ${timeInWords(booking.startsAt, reader.timeZone)}`,
    greeting: greeting(reader.firstName),
    paragraphs: [sentence],
    facts,
    action: { label: 'Open your sessions', url: `${publicUrl}${CONSULTANT_PATH}` },
    sender: senderOf(company),
  })
}

function nameOf({ memberName }: ToldToConsultant): string {
  return looksLikeName(memberName) ? memberName : 'a member'
}

/** Where a member reads about a booking. */
export function memberPath({ id }: Pick<StoredBooking, 'id'>): string {
  return `/portal/bookings/${id}`
}

/** Where a member books the same session again. */
function newTimePath({ entitlementId, lineKey }: StoredBooking): string {
  return `/portal/bookings/new?${new URLSearchParams({ entitlement: entitlementId, line: lineKey })}`
}

/** Where consultants have their days. */
export const CONSULTANT_PATH = '/portal/consultant'
