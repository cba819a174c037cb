import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    news: {
      id: Generated<string>
      subject: string
      text: string
      written_by: string | null
      written_at: Date
    }
    news_recipient: {
      news_id: string
      member_id: string
      token_hash: Buffer
      sent_to_at: Date
    }
  }
}
