// What other areas may ask of accounts.
export { createFirstAdministrator } from './create-first-administrator.ts'
export { createStaffAccount, NewStaffAccount } from './create-staff-account.ts'
export { findActor } from './find-actor.ts'
export { getMe } from './get-me.ts'
export { AccountReset, resetAccount } from './reset-account.ts'
