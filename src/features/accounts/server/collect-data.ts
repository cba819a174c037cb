import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { getDataSubject } from './personal-store.ts'
import { writeDataFile } from './write-data-file.ts'

/** All that every area holds about somebody (UK GDPR art. 15 and 20). */
export async function collectData(
  { db, now }: Context,
  areas: PersonalDataAreas,
  memberId: MemberId,
): Promise<FileAnswer> {
  // One look at everything: what is asked first and what is asked last belong together.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const subject = await getDataSubject(tx, memberId)
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
