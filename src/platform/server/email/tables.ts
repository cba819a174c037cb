import type { ColumnType } from 'kysely'
import type { Attachment } from './email.ts'

declare module '../db/tables.ts' {
  interface ColumnTypes {
    email: {
      attachments: ColumnType<Attachment[], string | undefined, string>
      documents: ColumnType<string[], string | undefined, string>
    }
  }
}
