import type { User } from '../contract.ts'
import type { Account } from './store.ts'

/** What an account shows of itself to its owner. */
export function userOf({ passwordHash: _, isDisabled: __, ...user }: Account): User {
  return user
}
