import type { GeneratedAlways } from 'kysely'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../contract.ts'
import type { NotificationChannel, NotificationKind } from '../profile/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    account: {
      role: Role
      searchWords: GeneratedAlways<string>
    }
    authenticator: { accountId: MemberId }
    calendarFeed: { accountId: MemberId }
    factorRecovery: { accountId: MemberId }
    passkey: { accountId: MemberId }
    session: { accountId: MemberId }
    notificationChoice: {
      kind: NotificationKind
      channel: NotificationChannel
    }
    loginChallenge: {
      accountId: MemberId | null
      purpose: 'second-factor' | 'passkey-login' | 'passkey-registration' | 'confirmation'
    }
  }
}
