import { Download } from 'lucide-react'
import { formatDate } from '#platform/web/dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import type { Document } from '../contract/document.ts'
import { type PaperFormat, useDownload } from './use-download.ts'

const columns = ['Number', 'Package', 'Date', 'Amount', 'Download']

export function DocumentsTable({ documents }: { documents: Document[] }) {
  const downloads = useDownload()
  return (
    <Table columns={columns}>
      {documents.map((document) => (
        <Paper key={document.reference} document={document} downloads={downloads} />
      ))}
    </Table>
  )
}

type Downloads = ReturnType<typeof useDownload>

function Paper({ document, downloads }: { document: Document; downloads: Downloads }) {
  const { words, sign } = kindWords[document.kind]
  const { reference, currency } = document
  return (
    <Row
      heading={
        <>
          <span className="block tabular-nums">{reference}</span>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
            {words}
            {document.isTest ? <Badge tone="warning">Test</Badge> : null}
          </span>
        </>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          <DownloadButton format="pdf" reference={reference} downloads={downloads} />
          <DownloadButton format="text" reference={reference} downloads={downloads} />
        </span>
      }
    >
      <Cell name="Package">{document.packageTitle}</Cell>
      <Cell name="Date">{formatDate(document.issuedAt)}</Cell>
      <Cell name="Amount">
        <Money amount={sign * document.total} currency={currency} />
        <span className="block text-sm text-muted">
          incl. <Money amount={sign * document.tax} currency={currency} /> {document.taxLabel}
        </span>
      </Cell>
    </Row>
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

/** What a paper is called, and which way it counts. */
export const kindWords = {
  invoice: { words: 'Invoice', sign: 1 },
  credit_note: { words: 'Credit note', sign: -1 },
  credit_note_reversal: { words: 'Credit note reversed', sign: 1 },
} satisfies Record<Document['kind'], { words: string; sign: 1 | -1 }>
