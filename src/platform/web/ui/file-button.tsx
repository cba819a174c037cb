import { Download } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { StoredFile } from '#platform/shared/stored-file.ts'
import type { Attempt } from '../attempt.ts'
import { saveFile } from '../save-file.ts'
import { Button } from './button.tsx'
import { notify } from './toasts.tsx'

type FileButtonProps = {
  file: StoredFile
  /** A plain link could not say who asks. */
  fetchFile: () => Promise<Attempt<LargeFileAnswer>>
}

/** Fetches a kept file and gives it to the person. */
export function FileButton({ file, fetchFile }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const ending = await fetchFile()
    setBusy(false)
    if (ending.state === 'failed') return notify.error(ending.message)
    // In the browser a file always arrives as a Blob. What comes with it is a name for headers.
    saveFile({ name: file.name, content: ending.value.content as Blob })
  }
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={`Download ${file.name}`} onClick={download}>
      <Download aria-hidden="true" className="size-[min(1rem,4.5vw)] shrink-0" />
      <span className="min-w-0 text-left wrap-anywhere">
        <FileName name={file.name} /> <span className="font-normal whitespace-nowrap">({sizeInWords(file.size)})</span>
      </span>
    </Button>
  )
}

/** A long name goes on in the next line where its parts meet, and not within a word. */
function FileName({ name }: { name: string }) {
  const parts = name.split(/(?<=[-_.])/)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change their places
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
