import type { MemberContext } from '#platform/server/context.ts'
import type { User } from '../contract.ts'
import { getUser } from './get-user.ts'
import { deletePicture } from './picture-store.ts'

export async function removePicture({ db, actor }: MemberContext): Promise<{ user: User }> {
  await deletePicture(db, actor.memberId)
  return { user: await getUser(db, actor.memberId) }
}
