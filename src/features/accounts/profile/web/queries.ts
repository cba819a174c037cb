import type { InputOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import type { User } from '../../contract.ts'
import { storeUser } from '../../web/auth-store.ts'
import { removePicture, savePicture, updateProfile } from '../contract.ts'

export function changeProfile(body: InputOf<typeof updateProfile>['body']) {
  return updateUser(attempt(updateProfile, { body }))
}

export function changePicture(image: string) {
  return updateUser(attempt(savePicture, { body: { image } }))
}

export function dropPicture() {
  return updateUser(attempt(removePicture))
}

/** Shows the member's new name and picture across the portal. */
async function updateUser<Value extends { user: User }>(change: Promise<Attempt<Value>>): Promise<Attempt<Value>> {
  const ending = await change
  if (ending.state === 'done') storeUser(ending.value.user)
  return ending
}
