import { findAccount, readAccountDetails } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Mail, queueMail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { bookingReason, type News, type Reader } from '../rules/booking-reason.ts'
import type { StoredBooking } from './booking-store.ts'
import {
  CONSULTANT_PATH,
  consultantBookedLetter,
  consultantCancelledLetter,
  consultantMovedLetter,
  memberPath,
  sessionBookedLetter,
  sessionCancelledLetter,
  sessionMovedLetter,
  type Told,
  type ToldToConsultant,
} from './emails/booking.ts'
import { timeInWords } from './emails/session-time.ts'
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
  const mail = letter({ booking, before, company, publicUrl, now: context.now(), reader: { ...account, timeZone } })
  const line = { memberId, title, text: aboutIt(booking, timeZone), path: memberPath(booking) }
  await queue(tx, context, told, { reader: 'member', mail, line })
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
  if (!consultant) return
  const member = await findAccount(tx, booking.memberId)
  const { timeZone, email, displayName, accountId } = consultant
  const { title, letter } = toConsultant[news]
  const mail = letter({
    booking,
    before,
    company: await readCompany(tx),
    publicUrl: context.publicUrl,
    now: context.now(),
    reader: { firstName: displayName, email, timeZone },
    memberName: member?.firstName ?? '',
  })
  const line = { memberId: accountId, title, text: aboutIt(booking, timeZone), path: CONSULTANT_PATH }
  await queue(tx, context, told, { reader: 'consultant', mail, line })
}

type Telling = {
  reader: Reader
  mail: Mail
  line: { memberId: MemberId; title: string; text: string; path: string }
}

/** The one place where a letter about a booking is queued. */
async function queue(
  tx: Db,
  context: Context,
  { news, booking }: BookingNews,
  { reader, mail, line }: Telling,
): Promise<void> {
  const reason = bookingReason(news, booking, reader)
  await queueMail(tx, context, reason, mail)
  await tellMember(tx, context, { ...line, reason })
}

function aboutIt({ title, startsAt }: StoredBooking, timeZone: string): string {
  return `${title}, ${timeInWords(startsAt, timeZone)}`
}
