import type { Context } from '#platform/server/context.ts'
import { companyYear } from '#platform/shared/calendar.ts'
import { findContentVersion } from './store.ts'

/** What public pages show now, as a name: two pages of one edition were made of the same. Footers show the year. */
export async function readEdition({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string> {
  return `${await findContentVersion(db)} of ${companyYear(now())}`
}
