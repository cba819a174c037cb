import { Download } from 'lucide-react'
import { useState } from 'react'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Attempt } from '../attempt.ts'
import { saveFile } from '../save-file.ts'
import { Button } from './button.tsx'
import { notify } from './toasts.tsx'

/** Beside a list: the whole of it, as it is filtered now, as a file for spreadsheets. */
export function CsvButton({ fetchFile }: { fetchFile: () => Promise<Attempt<LargeFileAnswer>> }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    const ending = await fetchFile()
    setIsBusy(false)
    if (ending.state === 'failed') notify.error(ending.message)
    else saveFile(ending.value)
  }
  return (
    <Button variant="quiet" size="small" busy={isBusy} busyLabel="Writing the file…" onClick={save}>
      <Download aria-hidden="true" className="size-4" /> Save as CSV
    </Button>
  )
}
