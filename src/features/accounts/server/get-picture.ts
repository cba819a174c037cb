import type { MemberContext } from '#platform/server/context.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findPicture } from './picture-store.ts'

export async function getPicture({ db, actor }: MemberContext, version: string | undefined): Promise<FileAnswer> {
  const picture = await findPicture(db, actor.memberId)
  if (!picture) throw new Refused('no-picture')
  // Under the address of another picture it must not be kept.
  const isItsAddress = version === picture.version
  return {
    content: new Blob([new Uint8Array(picture.content)]),
    cacheControl: isItsAddress ? 'private, max-age=86400' : 'no-store',
  }
}
