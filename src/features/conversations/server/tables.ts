import type { CancellationHint } from '#features/contact/declarations/rules.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    conversationMessage: {
      author: 'member' | 'company'
      channel: 'portal' | 'mail'
      cancellationHint: CancellationHint | null
    }
  }
}
