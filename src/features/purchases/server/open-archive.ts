import type { Context } from '#platform/server/context.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type ArchivePeriod, MOST_PAPERS } from '../contract/archive.ts'
import type { PaymentMode } from '../contract.ts'
import { countPapers } from './paper-store.ts'
import { writeArchive } from './write-archive.ts'

type ArchiveContext = Pick<Context, 'db' | 'now'> & { paymentMode: PaymentMode }

/** The papers of some days, as a zip that is written while it is read. Papers of the sandbox are only in the sandbox's. */
export async function openArchive(
  { db, now, paymentMode }: ArchiveContext,
  { from, until }: ArchivePeriod,
): Promise<LargeFileAnswer & { content: AsyncIterable<Uint8Array>; papers: number }> {
  const withTests = paymentMode === 'sandbox'
  const period = { from: startOfDay(from), before: startOfDay(until, 1), withTests }
  const papers = await countPapers(db, period)
  if (papers > MOST_PAPERS) throw new Refused('too-many-papers')
  const name = `${withTests ? 'TEST-' : ''}papers-${from}-until-${until}.zip`
  return { name, papers, content: writeArchive(db, period, now()) }
}
