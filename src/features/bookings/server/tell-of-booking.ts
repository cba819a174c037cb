import { findAccount, readAccountDetails, wantsMail } from '#features/accounts/server/public.ts'
import type { Company } from '#features/company/contract.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Mail, queueMail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { looksLikeName } from '#platform/shared/greeting.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import { bookingReason, type News, type Reader } from '../rules/booking-reason.ts'
import { attachEntry } from './attach-entry.ts'
import type { StoredBooking } from './booking-store.ts'
import { dropReminders } from './drop-reminders.ts'
import {
  CONSULTANT_PATH,
  consultantBookedLetter,
  consultantCancelledLetter,
  consultantMovedLetter,
  isByUs,
  memberPath,
  sessionBookedLetter,
  sessionCancelledLetter,
  sessionMovedLetter,
  type Told,
  type ToldToConsultant,
} from './emails/booking.ts'
import { findConsultant } from './holder-store.ts'
import { offerEarlierTimesJob } from './jobs.ts'

/** A booking as it stands now, with what happened to it. */
type BookingNews = {
  news: News
  booking: StoredBooking
  /** As it was before it was moved. */
  before?: StoredBooking
}

type Words<Letter> = { title: string; letter: (told: Letter) => Mail }

const toMember: Record<News, Words<Told>> = {
  booked: { title: 'Session booked', letter: sessionBookedLetter },
  moved: { title: 'Session moved', letter: sessionMovedLetter },
  cancelled: { title: 'Session cancelled', letter: sessionCancelledLetter },
}

const toConsultant: Record<News, Words<ToldToConsultant>> = {
  booked: { title: 'A session was booked', letter: consultantBookedLetter },
  moved: { title: 'A session was moved', letter: consultantMovedLetter },
  cancelled: { title: 'A session was cancelled', letter: consultantCancelledLetter },
}

/** Tells member and consultant by letter and bell, in the transaction of the fact: each version of a booking once. */
export async function tellOfBooking(tx: Db, context: Context, told: BookingNews): Promise<void> {
  await tellItsMember(tx, context, told)
  await tellItsConsultants(tx, context, told)
  // The time that it had may be what somebody waits for.
  if (told.news !== 'booked') await context.jobs.send(tx, offerEarlierTimesJob, {})
}

export async function tellItsMember(tx: Db, context: Context, told: BookingNews): Promise<void> {
  const { news, booking, before = booking } = told
  const { memberId } = booking
  const account = await findAccount(tx, memberId)
  if (!account) return
  const { timeZone } = await readAccountDetails(tx, memberId)
  const { title, letter } = toMember[news]
  const company = await readCompany(tx)
  const { publicUrl } = context
  const isWanted = isTakenAway(booking) || (await wantsMail(tx, memberId, 'sessions'))
  const mail = isWanted
    ? letter({ booking, before, company, publicUrl, now: context.now(), reader: { ...account, timeZone } })
    : undefined
  const line = { memberId, title, text: textForMember(booking, timeZone), path: memberPath(booking) }
  await queue(tx, context, told, { reader: 'member', mail, line, companion: booking.consultantName, company })
}

/** Whoever's session was taken away by somebody else has to know, whatever they choose to be told of. */
function isTakenAway({ cancelledBy }: StoredBooking): boolean {
  return cancelledBy !== null && cancelledBy !== 'member'
}

/** Moved to somebody else, it is a new session for one and a cancelled one for the other. */
export async function tellItsConsultants(tx: Db, context: Context, told: BookingNews): Promise<void> {
  const { news, booking, before = booking } = told
  if (news !== 'moved' || before.consultantId === booking.consultantId) return tellConsultant(tx, context, told)
  await tellConsultant(tx, context, { news: 'cancelled', booking: { ...before, sequence: booking.sequence } })
  await tellConsultant(tx, context, { news: 'booked', booking })
}

async function tellConsultant(tx: Db, context: Context, told: BookingNews): Promise<void> {
  const { news, booking, before = booking } = told
  const consultant = booking.consultantId ? await findConsultant(tx, booking.consultantId) : undefined
  if (!consultant?.isAdvising) return
  const member = await findAccount(tx, booking.memberId)
  const { timeZone, email, displayName, accountId } = consultant
  const { title, letter } = toConsultant[news]
  const company = await readCompany(tx)
  const { publicUrl } = context
  const memberName = member?.firstName ?? ''
  const reader = { firstName: displayName, email, timeZone }
  const mail = letter({ booking, before, company, publicUrl, now: context.now(), reader, memberName })
  const line = { memberId: accountId, title, text: aboutIt(booking, timeZone), path: CONSULTANT_PATH }
  const companion = looksLikeName(memberName) ? memberName : null
  await queue(tx, context, told, { reader: 'consultant', mail, line, companion, company })
}

type Telling = {
  reader: Reader
  /** None where the bell alone tells. */
  mail: Mail | undefined
  line: { memberId: MemberId; title: string; text: string; path: string }
  /** Whom the reader meets. */
  companion: string | null
  company: Company
}

/** What the file with a letter does to the calendar of its reader. */
const methods = { booked: 'REQUEST', moved: 'REQUEST', cancelled: 'CANCEL' } as const satisfies Record<News, string>

/** Where every letter of what happened to a booking is queued; reminders and offers are told by themselves. */
async function queue(
  tx: Db,
  context: Context,
  { news, booking }: BookingNews,
  { reader, mail, line, companion, company }: Telling,
): Promise<void> {
  const reason = bookingReason(news, booking, reader)
  if (news !== 'booked') await dropReminders(tx, booking, line.memberId)
  if (mail) {
    const session = { ...booking, bookingId: booking.id, companion, path: line.path }
    const { now, publicUrl } = context
    const withEntry = attachEntry(mail, session, { method: methods[news], now: now(), publicUrl, company })
    await queueMail(tx, context, reason, withEntry)
  }
  await tellMember(tx, context, { ...line, reason })
}

function textForMember(booking: StoredBooking, timeZone: string): string {
  const { cancelledBy, packageTitle } = booking
  if (isByUs(booking)) return `${aboutIt(booking, timeZone)}. We had to cancel it. Please choose another time.`
  const why = `Your package ${packageTitle} has ended. Should it run again, please book this session anew.`
  return `${aboutIt(booking, timeZone)}${cancelledBy === 'system' ? `. ${why}` : ''}`
}

function aboutIt({ title, startsAt }: StoredBooking, timeZone: string): string {
  return `${title}, ${momentInWords(startsAt, timeZone)}`
}
