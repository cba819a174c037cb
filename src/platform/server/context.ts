import type { Actor } from '../shared/actor.ts'
import type { DataKeys } from './data-keys.ts'
import type { Db } from './db/tables.ts'
import type { Files } from './files/storage.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { RateLimits } from './rate-limit/rate-limits.ts'

/** The services that every use case receives, so that tests can replace them. */
export type Context = {
  db: Db
  jobs: Jobs
  limits: RateLimits
  /** Stores file contents. */
  files: Files
  /** Encrypts secrets in the database. */
  dataKeys: DataKeys
  /**
   * The business clock, which tests and the sandbox move. Logins, links, emails and rate limits get real time here
   * instead, because their endpoints and jobs are bound to it (`serveInRealTime`, `clock: 'real'`).
   */
  now: () => Date
  log: Log
  /** The base URL of every link in an email. */
  publicUrl: string
}

/** The context of use cases that require a login. */
export type MemberContext = Context & { actor: Actor }
