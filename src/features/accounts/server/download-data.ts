import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { getDataSubject } from './personal-store.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { writeDataFile } from './write-data-file.ts'

/** Enough for whoever lost the first file; too few to keep the server busy. */
const downloads: Limit = { name: 'download-data', attempts: 5, seconds: 3_600 }

/** All that every area holds about the member (UK GDPR art. 15 and 20). */
export async function downloadData(context: MemberContext, areas: PersonalDataAreas): Promise<FileAnswer> {
  requireFreshIdentity(context)
  const { db, actor, limits, now } = context
  await limits.count(downloads, actor.memberId)
  // One look at everything: what is asked first and what is asked last belong together.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const subject = await getDataSubject(tx, actor.memberId)
      const found = []
      // Who somebody is comes before what they did.
      for (const { exportFrom } of Object.values(areas).toReversed()) found.push(await exportFrom(tx, subject))
      return writeDataFile({
        sections: found.flatMap(({ sections }) => sections),
        files: found.flatMap(({ files = [] }) => files),
        company: await readCompany(tx),
        email: subject.email,
        writtenAt: now(),
      })
    })
}
