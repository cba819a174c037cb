import type { InputOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import type { User } from '../../contract.ts'
import { storeUser } from '../../web/auth-store.ts'
import { updateProfile } from '../contract.ts'

export function changeProfile(body: InputOf<typeof updateProfile>['body']) {
  return updateUser(attempt(updateProfile, { body }))
}

/** Shows the member's new name and picture across the portal. */
export async function updateUser<Value extends { user: User }>(
  change: Promise<Attempt<Value>>,
): Promise<Attempt<Value>> {
  const ending = await change
  if (ending.state === 'done') storeUser(ending.value.user)
  return ending
}
