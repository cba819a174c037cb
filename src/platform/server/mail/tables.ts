import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    mail: {
      id: Generated<string>
      reason: string
      recipient: string
      subject: string
      text_body: string
      html_body: string
      created_at: Date
      sent_at: Date | null
    }
  }
}
