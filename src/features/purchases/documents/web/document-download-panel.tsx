import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { getDocumentPdf, type getDocumentText, type getStaffDocumentPdf } from '../contract.ts'
import { toInvoiceNumber } from '../rules/invoice-number.ts'

export function InvoiceDownload({ reference }: { reference: string }) {
  const invoice = toInvoiceNumber(reference)
  return (
    <DownloadButton label={`Download invoice ${invoice}`} endpoint={getDocumentPdf} reference={invoice}>
      Invoice
    </DownloadButton>
  )
}

type DownloadButtonProps = {
  label: string
  endpoint: typeof getDocumentPdf | typeof getDocumentText | typeof getStaffDocumentPdf
  reference: string
  children: ReactNode
}

/** A plain link would not send the member's login, so the file is fetched with an API call. */
export function DownloadButton({ label, endpoint, reference, children }: DownloadButtonProps) {
  const { isBusy, run } = useAction({ toast: 'failure' })
  const download = () => run(() => attempt(endpoint, { params: { reference } }), saveFile)
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={label} onClick={download}>
      <Download aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </Button>
  )
}
