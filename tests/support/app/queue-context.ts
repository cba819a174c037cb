import { jobs } from '#app/server/jobs.ts'
import type { Role } from '#features/accounts/contract.ts'
import { openSession } from '#features/accounts/login/server/open-session.ts'
import { getAccount, insertAccount } from '#features/accounts/server/store.ts'
import type { Context } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { databaseOnly } from '#platform/server/files/open-storage.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { openRateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { newPerson } from '../given/new-person.ts'
import { silentLog as log } from './silent-log.ts'
import { testDataKeys } from './test-data-keys.ts'

/** A context for use cases without a site. Its jobs are dropped unless a queue is passed. */
export function createContext({ db }: Database, queue: Context['jobs'] = { send: async () => null }): Context {
  return {
    db,
    jobs: queue,
    limits: openRateLimits(db),
    files: databaseOnly,
    dataKeys: testDataKeys,
    now: () => new Date(),
    publicUrl: '',
    log,
  }
}

/** The same context, but with its own queue on this database. The caller must stop the queue. */
export async function openQueueContext(database: Database) {
  const runner = await openJobs(database, jobs, log)
  return { runner, context: createContext(database, runner) }
}

/**
 * Opens a login session without the API.
 * @returns its access token
 */
export async function openLogin(context: Context, accountId: string): Promise<string> {
  const account = await getAccount(context.db, accountId as MemberId)
  const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
  const { token } = await context.db
    .transaction()
    .execute((tx) => openSession(tx, context, account, { keepSignedIn: false, caller }))
  return token
}

/** Creates an account and logs it in without the API. */
export async function openAccount(context: Context, role: Role) {
  const account = { ...newPerson(), passwordHash: 'nobody logs in with this', role }
  const id = await insertAccount(context.db, { ...account, createdAt: context.now() })
  if (!id) throw new Error('The account was not created')
  return { id, token: await openLogin(context, id) }
}
