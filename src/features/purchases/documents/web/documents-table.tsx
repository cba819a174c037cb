import { formatDate } from '#platform/web/format-dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { type Document, getDocumentPdf, getDocumentText } from '../contract.ts'
import { DownloadButton } from './document-download-panel.tsx'

const columns = ['Number', 'Package', 'Date', 'Amount', 'Download']

export function DocumentsTable({ documents }: { documents: Document[] }) {
  return (
    <Table columns={columns}>
      {documents.map((document) => (
        <DocumentRow key={document.reference} document={document} />
      ))}
    </Table>
  )
}

function DocumentRow({ document }: { document: Document }) {
  const { reference } = document
  return (
    <Row
      heading={
        <>
          <span className="block tabular-nums">{reference}</span>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
            {documentKinds[document.kind].label}
            {document.isTest ? <Badge tone="warning">Test</Badge> : null}
          </span>
        </>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          <DownloadButton label={`PDF of ${reference}`} endpoint={getDocumentPdf} reference={reference}>
            PDF
          </DownloadButton>
          <DownloadButton label={`Text of ${reference}`} endpoint={getDocumentText} reference={reference}>
            Text
          </DownloadButton>
        </span>
      }
    >
      <Cell name="Package">{document.packageTitle}</Cell>
      <Cell name="Date">{formatDate(document.issuedAt)}</Cell>
      <Cell name="Amount">
        <DocumentAmount document={document} />
      </Cell>
    </Row>
  )
}

export function DocumentAmount({ document: { kind, total, tax, taxLabel, currency } }: { document: Document }) {
  const { sign } = documentKinds[kind]
  return (
    <>
      <Money amount={sign * total} currency={currency} />
      <span className="block text-sm text-muted">
        incl. <Money amount={sign * tax} currency={currency} /> {taxLabel}
      </span>
    </>
  )
}

/** The name and sign of each kind of document. */
export const documentKinds = {
  invoice: { label: 'Invoice', sign: 1 },
  credit_note: { label: 'Credit note', sign: -1 },
  credit_note_reversal: { label: 'Credit note reversed', sign: 1 },
} satisfies Record<Document['kind'], { label: string; sign: 1 | -1 }>
