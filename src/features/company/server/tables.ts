import type { ColumnType, Generated } from 'kysely'
import type { Company, LegalNotes } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    company: {
      settings: Omit<Company, 'registrations'>
      registrations: ColumnType<Company['registrations'], string | undefined, string>
      legalNotes: Generated<LegalNotes>
    }
  }
}
