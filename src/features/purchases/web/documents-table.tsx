import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#platform/web/dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Document } from '../contract/document.ts'
import { type PaperFormat, useDownload } from './use-download.ts'

const columns = ['Number', 'Package', 'Date', 'Amount', 'Download']

/** A table where there is room; where there is none, each row stands as a card with the columns' names in it. */
export function DocumentsTable({ documents }: { documents: Document[] }) {
  const downloads = useDownload()
  return (
    <Card padding="none" className="@container overflow-hidden">
      <table className="w-full @max-3xl:block">
        <thead className="border-b border-line text-left text-sm text-muted @max-3xl:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-6 py-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-3xl:block">
          {documents.map((document) => (
            <Row key={document.reference} document={document} downloads={downloads} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type Downloads = ReturnType<typeof useDownload>

function Row({ document, downloads }: { document: Document; downloads: Downloads }) {
  const { words, sign } = kinds[document.kind]
  const { reference, currency } = document
  return (
    <tr className="@max-3xl:grid @max-3xl:gap-2 @max-3xl:p-5">
      <th scope="row" className="px-6 py-4 text-left font-medium @max-3xl:block @max-3xl:p-0">
        <span className="block tabular-nums">{reference}</span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
          {words}
          {document.isTest ? <Badge tone="warning">Test</Badge> : null}
        </span>
      </th>
      <Cell name="Package">{document.packageTitle}</Cell>
      <Cell name="Date">{formatDate(document.issuedAt)}</Cell>
      <Cell name="Amount">
        <Money amount={sign * document.total} currency={currency} />
        <span className="block text-sm text-muted">
          incl. <Money amount={sign * document.tax} currency={currency} /> {document.taxLabel}
        </span>
      </Cell>
      <td className="px-6 py-4 @max-3xl:mt-2 @max-3xl:p-0">
        <span className="flex flex-wrap gap-2">
          <DownloadButton format="pdf" reference={reference} downloads={downloads} />
          <DownloadButton format="text" reference={reference} downloads={downloads} />
        </span>
      </td>
    </tr>
  )
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="px-6 py-4 @max-3xl:flex @max-3xl:items-baseline @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:p-0">
      <span aria-hidden="true" className="hidden text-muted @max-3xl:block">
        {name}
      </span>
      <span className="min-w-0 @max-3xl:text-right">{children}</span>
    </td>
  )
}

type DownloadButtonProps = { format: PaperFormat; reference: string; downloads: Downloads }

function DownloadButton({ format, reference, downloads }: DownloadButtonProps) {
  const label = formats[format]
  return (
    <Button
      variant="quiet"
      size="small"
      busy={downloads.isBusy(reference, format)}
      aria-label={`${label} of ${reference}`}
      onClick={() => void downloads.download(reference, format)}
    >
      <Download aria-hidden="true" className="size-4 shrink-0" />
      {label}
    </Button>
  )
}

const formats = { pdf: 'PDF', text: 'Text' } satisfies Record<PaperFormat, string>

const kinds = {
  invoice: { words: 'Invoice', sign: 1 },
  credit_note: { words: 'Credit note', sign: -1 },
  credit_note_reversal: { words: 'Credit note reversed', sign: 1 },
} satisfies Record<Document['kind'], { words: string; sign: 1 | -1 }>
