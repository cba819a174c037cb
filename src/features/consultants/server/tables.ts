import type { GeneratedAlways } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    consultant: {
      services: ServiceType[]
      pictureType: 'image/jpeg' | 'image/png' | 'image/webp' | null
      pictureHash: GeneratedAlways<string | null>
    }
  }
}
