import type { MemberContext } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import type { SentFile } from '#platform/shared/sent-file.ts'
import { findPicture } from './picture-store.ts'

export async function getPicture({ db, actor }: MemberContext, version: string | undefined): Promise<SentFile> {
  const picture = await findPicture(db, actor.memberId)
  if (!picture) throw new HttpProblem(404, 'not-found', 'There is no picture at this address.')
  // Under the address of another picture it must not be kept.
  const isItsAddress = version === picture.version
  return {
    content: picture.content,
    type: picture.contentType,
    cacheControl: isItsAddress ? 'private, max-age=86400' : 'no-store',
  }
}
