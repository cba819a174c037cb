import { hashPassword } from '#features/accounts/passwords/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import type { Database } from '#platform/server/db/open-database.ts'

export const membersPassword = 'a long enough password'

/**
 * Inserts members who share one password, so it is hashed only once.
 * @returns their email addresses
 */
export async function insertMembers({ db }: Database, count: number, domain: string): Promise<string[]> {
  const passwordHash = await hashPassword(membersPassword)
  const emails = Array.from({ length: count }, (_, index) => `${index}@${domain}`)
  for (const email of emails) {
    const person = { firstName: 'Ada', lastName: 'Lovelace', email, mobile: '+447700900123' }
    await insertAccount(db, { ...person, passwordHash, role: 'member', createdAt: new Date() })
  }
  return emails
}
