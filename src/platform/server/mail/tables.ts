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
      unsubscribe_url: string | null
    }
    mail_delivery: {
      id: string
      mail_id: string
      job_id: string | null
      asked_by: string | null
      asked_at: Date
      attempts: Generated<number>
      failure: string | null
      attempting_since: Date | null
      sent_at: Date | null
    }
  }
}
