import type { GeneratedAlways } from 'kysely'
import type { Role } from '../contract.ts'
import type { NotificationChannel, NotificationKind } from '../profile/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    account: {
      role: Role
      searchWords: GeneratedAlways<string>
    }
    notificationChoice: {
      kind: NotificationKind
      channel: NotificationChannel
    }
    loginChallenge: {
      purpose: 'second-factor' | 'passkey-login' | 'passkey-registration' | 'confirmation'
    }
  }
}
