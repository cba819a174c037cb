/** Kept apart from the portal's exports, so that the portal does not load these components and their schemas. */
import { getStaffDocumentPdf } from '../documents/contract.ts'
import { DownloadButton } from '../documents/web/document-download-panel.tsx'

export { ExchangeRateForm } from '../exchange-rates/web/exchange-rate-form.tsx'

/** Downloads any member's document. */
export function StaffDocumentDownload({ reference }: { reference: string }) {
  return (
    <DownloadButton label={`PDF of ${reference}`} endpoint={getStaffDocumentPdf} reference={reference}>
      PDF
    </DownloadButton>
  )
}
