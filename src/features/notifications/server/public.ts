// What other areas may ask of notifications.
export { tellMember } from './tell-member.ts'
