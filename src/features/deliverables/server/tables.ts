import type { Generated } from 'kysely'
import type { DeliverableState } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    deliverable: {
      state: Generated<Exclude<DeliverableState, 'closed'>>
    }
    deliverableComment: {
      author: 'member' | 'consultant'
    }
  }
}
