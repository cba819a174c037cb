import { returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteEmailsOnceSent } from '#platform/server/email/store.ts'
import { deleteFiles, describeFiles } from '#platform/server/files/store.ts'
import type { Consequences, DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deleteMemberReservation } from '../booking/server/store.ts'
import { openCalendars } from '../calendar-import/server/calendars.ts'
import { listConsultantCalendars } from '../calendar-import/server/store.ts'
import { detachFiles, listMemberFiles } from '../files/server/store.ts'
import { deleteMemberRatings, listMemberRatings } from '../ratings/server/store.ts'
import { deleteNotesAbout, listNotesAbout } from '../session-notes/server/store.ts'
import { deleteMemberWaitlistEntries, listMemberWaitlistEntries } from '../waitlist/server/store.ts'
import { consultantEventKeys, notifyBookingConsultants } from './notify-booking-changed.ts'
import { eraseNotesAndPhone, listAllBookings, listUpcomingBookings, lockBooking, saveCancellation } from './store.ts'

export const personalData = {
  bookings: { clock: 'business', export: exportSessions, erase: eraseSessions, preview: previewAccountDeletion },
  bookingFiles: { export: exportBookingFiles, erase: eraseBookingFiles },
  sessionNotes: { export: exportSessionNotes, erase: (tx, _, { memberId }) => deleteNotesAbout(tx, memberId) },
  earlierWishes: {
    export: exportWaitlistEntries,
    erase: (tx, _, { memberId }) => deleteMemberWaitlistEntries(tx, memberId),
  },
  ratings: { export: exportRatings, erase: (tx, _, { memberId }) => deleteMemberRatings(tx, memberId) },
  // These belong to consultants and are deleted with their profiles.
  importedCalendars: { export: exportCalendars, erase: async () => {} },
} satisfies PersonalDataAreas

/** Runs after the sessions are cancelled, so that a concurrent upload has either finished or will be refused. */
async function eraseBookingFiles(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  const fileIds = (await listMemberFiles(tx, memberId)).map(({ fileId }) => fileId)
  await detachFiles(tx, fileIds)
  await deleteFiles(tx, fileIds)
}

/**
 * Cancels a member's upcoming bookings and erases their notes when their account is deleted. Runs after their packages
 * have ended, so a booking made at the same time has either finished and is found here, or fails because its package
 * has ended.
 */
async function eraseSessions(tx: Db, context: Context, { memberId }: DataSubject): Promise<void> {
  const now = context.now()
  await deleteMemberReservation(tx, memberId)
  for (const causeId of await listUpcomingBookings(tx, memberId, now)) {
    const { entitlementId, lineKey } = await lockBooking(tx, causeId)
    await saveCancellation(tx, causeId, { at: now, by: 'member', isForfeited: false })
    await returnSession(tx, { causeId, entitlementId, lineKey, at: now, reason: 'The member deleted their account' })
    await notifyBookingConsultants(tx, context, { event: 'cancelled', booking: await lockBooking(tx, causeId) })
  }
  await eraseNotesAndPhone(tx, memberId)
  // These emails contain the member's first name.
  const bookings = await listAllBookings(tx, memberId)
  await deleteEmailsOnceSent(tx, bookings.flatMap(consultantEventKeys))
}

/**
 * Lists each file with the page where it can be downloaded. The files may amount to gigabytes, too large for the
 * export.
 */
async function exportBookingFiles(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listMemberFiles(db, memberId)
  const files = await describeFiles(
    db,
    rows.map(({ fileId }) => fileId),
  )
  const facts = rows.map(({ bookingId, title, startsAt, fileId, addedAt }) => ({
    session: title,
    startsAt,
    file: files.get(fileId)?.name ?? null,
    bytes: files.get(fileId)?.size ?? null,
    downloadFrom: `/portal/bookings/${bookingId}`,
    addedAt,
  }))
  return { sections: [{ key: 'bookingFiles', title: 'Files you shared with your consultants', facts }] }
}

async function exportCalendars(
  db: Db,
  { memberId }: DataSubject,
  { dataKeys }: Pick<Context, 'dataKeys'>,
): Promise<PersonalData> {
  const calendars = openCalendars(dataKeys, await listConsultantCalendars(db, { accountId: memberId }))
  if (calendars.length === 0) return { sections: [] }
  const facts = calendars.map(({ url, fetchedAt, busyTimes }) => ({ address: url, readAt: fetchedAt, busyTimes }))
  return { sections: [{ key: 'importedCalendars', title: 'Calendars you connected', facts }] }
}

async function exportWaitlistEntries(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entries = await listMemberWaitlistEntries(db, memberId)
  const facts = entries.map(({ title, joinedAt: since, from, until }) => ({ session: title, since, from, until }))
  return { sections: [{ key: 'earlierWishes', title: 'Earlier times you asked for', facts }] }
}

async function exportRatings(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const ratings = await listMemberRatings(db, memberId)
  const facts = ratings.map(({ title, heldAt, score, comment, consent, ratedAt }) => ({
    session: title,
    startsAt: heldAt,
    score,
    comment,
    ratedAt,
    publishingAgreedAt: consent?.at ?? null,
    consentVersion: consent?.version ?? null,
    nameToPublish: consent?.shownName ?? null,
  }))
  return { sections: [{ key: 'ratings', title: 'Your session ratings', facts }] }
}

/** Includes the consultants' private notes, because they are about the member too. */
async function exportSessionNotes(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const notes = await listNotesAbout(db, memberId)
  const facts = notes.map(({ title, startsAt, isShared, text, writtenAt }) => ({
    session: title,
    startsAt,
    sharedWithYou: isShared,
    text,
    writtenAt,
  }))
  return { sections: [{ key: 'sessionNotes', title: 'Consultants’ notes on your sessions', facts }] }
}

async function exportSessions(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const bookings = await listAllBookings(db, memberId)
  const facts = bookings.map((row) => ({
    session: row.title,
    minutes: row.minutes,
    startsAt: row.startsAt,
    consultant: row.displayName,
    state: row.state,
    place: row.place,
    phone: row.phone,
    notes: row.notes,
    bookedAt: row.createdAt,
    cancelledAt: row.cancelledAt,
    cancelledBy: row.cancelledBy,
    countsAsUsed: row.isForfeited,
  }))
  return { sections: [{ key: 'bookings', title: 'Sessions you booked', facts }] }
}

/** Counts the sessions that `eraseSessions` would cancel. */
async function previewAccountDeletion(db: Db, { memberId }: DataSubject, now: Date): Promise<Consequences> {
  return { cancels: (await listUpcomingBookings(db, memberId, now)).length }
}
