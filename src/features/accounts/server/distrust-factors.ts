import type { Db } from '#platform/server/db/tables.ts'
import { countPasskeys, deletePasskeys } from './passkey-store.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import type { Account } from './store.ts'

export type LostFactors = 'nothing' | 'passkeys' | 'second-factor'

/**
 * For a member who has shown by a link that the mailbox is theirs. Whoever was in the account before may have added a
 * passkey, which opens it without the password; and where nobody had confirmed the address, may have opened the account
 * in the owner's name and locked it with an app of their own. The app of a confirmed address stays: a mailbox alone
 * must not get around it. So do the factors of staff, which only the operator gives out.
 */
export async function distrustFactors(tx: Db, { id, role, emailVerified }: Account): Promise<LostFactors> {
  if (role !== 'member') return 'nothing'
  if (!emailVerified) return (await removeSecondFactors(tx, id)) ? 'second-factor' : 'nothing'
  if ((await countPasskeys(tx, id)) === 0) return 'nothing'
  await deletePasskeys(tx, id)
  return 'passkeys'
}
