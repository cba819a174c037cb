import type { Generated } from 'kysely'
import type { CancellationOutcome } from '../declarations/contract.ts'
import type { CancellationHint } from '../declarations/rules.ts'
import type { ComplaintTopic } from '../form/contract.ts'
import type { SpamReason } from '../form/rules.ts'
import type { MessageState } from '../inbox/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    message: {
      kind: 'contact' | 'complaint'
      topic: ComplaintTopic | null
      spamReason: SpamReason | null
      state: Generated<MessageState>
      cancellationHint: CancellationHint | null
    }
    cancellation: {
      outcome: CancellationOutcome | null
    }
    messageEntry: {
      kind: 'reply' | 'note'
    }
  }
}
