import { Download } from 'lucide-react'
import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { getPaperPdf } from '../contract/paper.ts'

/** For staff: the PDF of anybody's paper. */
export function PaperDownload({ reference }: { reference: string }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const ending = await attempt(getPaperPdf, { params: { reference } })
    setBusy(false)
    if (ending.state === 'failed') notify.error(ending.message)
    else saveFile(ending.value)
  }
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={`PDF of ${reference}`} onClick={save}>
      <Download aria-hidden="true" className="size-4 shrink-0" />
      PDF
    </Button>
  )
}
