import type { Generated } from 'kysely'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    conversation: {
      member_id: string
      reply_key: string
      last_message_at: Date
      waiting_since: Date | null
      listed_at: Date
      read_until: Date | null
      company_told_at: Date | null
      company_letters: Generated<number>
      is_company_untold: Generated<boolean>
    }
    conversation_message: {
      id: Generated<string>
      member_id: string
      author: 'member' | 'company'
      sending_id: string
      staff_id: string | null
      text: string
      came_by: 'portal' | 'mail'
      untaken_files: Generated<number>
      is_shortened: Generated<boolean>
      written_at: Date
    }
    incoming_mail: {
      name_hash: Buffer
      received_at: Date
    }
  }
}
