import type { InputOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { storeUser } from '../../web/auth-store.ts'
import { removePicture, savePicture, updateProfile } from '../contract.ts'

/** Changes the given fields of the profile, and the member's name across the portal. */
export async function changeProfile(body: InputOf<typeof updateProfile>['body']) {
  const ending = await attempt(updateProfile, { body })
  if (ending.state === 'done') storeUser(ending.value.user)
  return ending
}

export async function changePicture(image: string) {
  const ending = await attempt(savePicture, { body: { image } })
  if (ending.state === 'done') storeUser(ending.value.user)
  return ending
}

export async function dropPicture() {
  const ending = await attempt(removePicture)
  if (ending.state === 'done') storeUser(ending.value.user)
  return ending
}
