import { Download } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { invoiceNumberOf } from '../rules/invoice-number.ts'
import { useDownload } from './use-download.ts'

/** The invoice of a purchase that was paid. */
export function InvoiceDownload({ reference }: { reference: string }) {
  const { isBusy, download } = useDownload()
  const invoice = invoiceNumberOf(reference)
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isBusy(invoice, 'pdf')}
      aria-label={`Download invoice ${invoice}`}
      onClick={() => void download(invoice, 'pdf')}
    >
      <Download aria-hidden="true" className="size-4 shrink-0" />
      Invoice
    </Button>
  )
}
