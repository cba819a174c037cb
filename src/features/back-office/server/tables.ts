import type { ColumnType } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    storedMetrics: {
      paymentMode: PaymentMode
      sums: ColumnType<unknown, string, string>
    }
  }
}
