import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Company } from '../contract.ts'
import { findCompany } from './store.ts'

export async function getCompany({ db }: Pick<Context, 'db'>): Promise<Company> {
  return readCompany(db)
}

/** For documents and emails that are written in a transaction. */
export async function readCompany(db: Db): Promise<Company> {
  const company = await findCompany(db)
  if (!company) throw new Error('The company has no settings: the seed has not run')
  return company
}
