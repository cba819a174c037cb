// What other areas may ask of accounts.
export { createFirstAdministrator } from './create-first-administrator.ts'
export { eraseAccount } from './erase-account.ts'
export { exportAccount } from './export-account.ts'
export { findActor } from './find-actor.ts'
export { forgetLogins } from './forget-logins.ts'
export { getMe } from './get-me.ts'
export { forgetLoginsJob } from './jobs.ts'
export { replayErasures } from './replay-erasures.ts'
