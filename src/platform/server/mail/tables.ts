import type { ColumnType, Generated } from 'kysely'
import type { Attachment } from './queue-mail.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    mail: {
      id: string
      reason: string
      recipient: string
      subject: string
      text_body: string
      html_body: string
      reply_to: string | null
      created_at: Date
      sent_at: Date | null
      is_forgotten_once_sent: Generated<boolean>
      expires_at: Date | null
      /** Written as JSON. */
      attachments: ColumnType<Attachment[], string | undefined, string>
    }
  }
}
