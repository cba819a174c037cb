import type { Generated } from 'kysely'
import type { Company, LegalNotes } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    company: {
      settings: Company
      legalNotes: Generated<LegalNotes>
    }
  }
}
