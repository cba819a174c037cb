import type { MemberContext } from '#platform/server/context.ts'
import type { User } from '../contract.ts'
import { getMe } from './get-me.ts'
import { deletePicture } from './picture-store.ts'

export async function removePicture({ db, actor }: MemberContext): Promise<{ user: User }> {
  await deletePicture(db, actor.memberId)
  return { user: await getMe({ db, actor }) }
}
