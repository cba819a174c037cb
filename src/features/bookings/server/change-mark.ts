import { tellMember } from '#features/notifications/server/public.ts'
import { forfeitSession, noteCorrection } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Mark } from '../contract/agenda.ts'
import { type AgendaRow, saveMark } from './agenda-store.ts'

/** Held or missed is written down, in the ledger too, and its member is told; with package and booking locked. */
export async function changeMark(tx: Db, context: Context, booking: AgendaRow, mark: Mark): Promise<void> {
  const { id: causeId, entitlementId, lineKey } = booking
  await saveMark(tx, causeId, mark)
  const cause = { causeId, entitlementId, lineKey, at: context.now() }
  if (mark === 'missed') await forfeitSession(tx, { ...cause, reason: 'Marked as missed' })
  if (booking.state !== 'booked') await noteCorrection(tx, { ...cause, reason: putRight[mark] })
  if (mark === 'missed' || booking.state === 'missed') await tell(tx, context, booking, mark)
}

const putRight = { held: 'Held after all', missed: 'Missed after all' } satisfies Record<Mark, string>

async function tell(tx: Db, context: Context, booking: AgendaRow, mark: Mark): Promise<void> {
  const { id: causeId, memberId, memberName, title } = booking
  if (memberName === null) return
  await tellMember(tx, context, {
    memberId,
    reason: `${mark}:${causeId}`,
    path: `/portal/bookings/${causeId}`,
    ...(mark === 'missed'
      ? {
          title: 'Your session was marked as missed',
          text: `${title} counts as used. If you were there, please tell us: it can be put right.`,
        }
      : { title: 'Your session is marked as held', text: `${title} was marked as missed before. That is put right.` }),
  })
}
