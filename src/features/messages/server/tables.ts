import type { Generated } from 'kysely'
import type { MessageState } from '../contract/inbox.ts'
import type { ComplaintTopic } from '../contract.ts'
import type { SpamReason } from '../rules.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    message: {
      id: Generated<string>
      reference: string
      kind: 'contact' | 'complaint'
      topic: ComplaintTopic | null
      name: string
      email: string
      body: string
      spam_reason: SpamReason | null
      received_at: Date
      state: Generated<MessageState>
      assignee_id: string | null
      version: Generated<number>
    }
    message_entry: {
      id: string
      message_id: string
      kind: 'reply' | 'note'
      staff_id: string
      text: string
      written_at: Date
    }
    message_form_key: {
      id: Generated<boolean>
      key: Buffer
    }
  }
}
