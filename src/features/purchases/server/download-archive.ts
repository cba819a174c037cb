import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { ArchivePeriod } from '../contract/archive.ts'
import type { PaymentMode } from '../contract.ts'
import { openArchive } from './open-archive.ts'

/** Names and addresses of everybody who has bought something in that time leave the house: it is noted who took them. */
export async function downloadArchive(
  context: MemberContext & { paymentMode: PaymentMode },
  period: ArchivePeriod,
): Promise<LargeFileAnswer> {
  const archive = await openArchive(context, period)
  await recordAction(context.db, context, {
    action: 'archive.opened',
    object: { kind: 'archive', id: `${period.from} to ${period.until}` },
    after: { papers: archive.papers },
  })
  return archive
}
