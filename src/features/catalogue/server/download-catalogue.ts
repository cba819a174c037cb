import type { MemberContext } from '#platform/server/context.ts'
import type { CsvCell } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { EditablePackage } from '../contract/editing.ts'
import { listCatalogue } from './list-catalogue.ts'

type LineOfPackage = { sold: EditablePackage; line: EditablePackage['lines'][number] }

/** A row for each thing that a package promises. */
export async function downloadCatalogue(context: MemberContext): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'catalogue',
    columns,
    readPage: async () => {
      const { packages } = await listCatalogue(context)
      return { items: packages.flatMap((sold) => sold.lines.map((line) => ({ sold, line }))), nextCursor: null }
    },
  })
}

const columns: Record<string, (row: LineOfPackage) => CsvCell> = {
  Package: ({ sold }) => sold.title,
  Service: ({ sold }) => sold.serviceType,
  Version: ({ sold }) => sold.version,
  'On sale': ({ sold }) => sold.isOnSale,
  Duration: ({ sold }) => sold.duration,
  'Net in GBP': ({ sold }) => ({ amount: sold.prices.uk.net, currency: 'GBP' }),
  'Total in GBP': ({ sold }) => ({ amount: sold.prices.uk.total, currency: 'GBP' }),
  'Net in USD': ({ sold }) => ({ amount: sold.prices.international.net, currency: 'USD' }),
  'Total in USD': ({ sold }) => ({ amount: sold.prices.international.total, currency: 'USD' }),
  Promises: ({ line }) => line.title,
  Kind: ({ line }) => line.kind,
  Minutes: ({ line }) => line.minutes,
  Unit: ({ line }) => line.unit,
  'How many': ({ line }) => line.quantity ?? 'unlimited',
  'Granted per': ({ line }) => line.grantedPer,
  'Weight (basis points)': ({ line }) => line.weight,
}
