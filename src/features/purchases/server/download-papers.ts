import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Paper, PaperFilter } from '../contract/paper.ts'
import { searchPapers } from './search-papers.ts'
import { signOf } from './word-document.ts'

/** The list of staff as a file. What credit notes take back is negative. */
export async function downloadPapers(context: MemberContext, filter: PaperFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'documents',
    filter,
    columns,
    readPage: (cursor) => searchPapers(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

function moneyOf({ kind, currency, ...figures }: Paper, figure: 'net' | 'tax' | 'total') {
  return { amount: signOf(kind) * figures[figure], currency }
}

const columns: CsvColumns<Paper> = {
  Number: ({ reference }) => reference,
  Kind: ({ kind }) => kind.replaceAll('_', ' '),
  'Issued (UTC)': ({ issuedAt }) => new Date(issuedAt),
  Customer: ({ customer }) => customer,
  Package: ({ packageTitle }) => packageTitle,
  Currency: ({ currency }) => currency,
  Net: (paper) => moneyOf(paper, 'net'),
  'Tax name': ({ taxLabel }) => taxLabel,
  Tax: (paper) => moneyOf(paper, 'tax'),
  Total: (paper) => moneyOf(paper, 'total'),
  Test: ({ isTest }) => isTest,
}
