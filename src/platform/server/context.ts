import type { Actor } from '#platform/shared/actor.ts'
import type { Db } from './db/tables.ts'
import type { Files } from './files/file-place.ts'
import type { Jobs } from './jobs.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'

/** What every use case is given: the world, named, so that a test can give another one. */
export type Context = {
  db: Db
  jobs: Jobs
  limits: Limits
  /** Where the contents of files are. */
  files: Files
  /** The time of the business: tests and the sandbox's clock move it. */
  now: () => Date
  log: Log
  /** The one source of every link in a mail. */
  publicUrl: string
}

/** What a request adds for a use case that only someone logged in may ask for. */
export type MemberContext = Context & { actor: Actor }
