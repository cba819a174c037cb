import type { ColumnType, Generated } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    kept_figures: {
      payment_mode: PaymentMode
      as_of: Date
      row_count: number
      months: string[]
      /** `Sum[]` of whichever version counted: written as text, read as what it says. */
      sums: ColumnType<unknown, string, string>
    }
    member_note: {
      id: Generated<string>
      member_id: string
      author_id: string
      text: string
      written_at: Date
    }
  }
}
