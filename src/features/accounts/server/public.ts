// What other areas may ask of accounts.
export { createFirstAdministrator } from './create-first-administrator.ts'
export { findActor } from './find-actor.ts'
export { getMe } from './get-me.ts'
export { sendPasswordLinkJob } from './request-password-reset.ts'
export { sendPasswordLink } from './send-password-link.ts'
