import { Download } from 'lucide-react'
import { Fragment } from 'react'
import type { LargeFileResponse } from '../../shared/file-response.ts'
import type { StoredFile } from '../../shared/upload-rules.ts'
import type { Attempt } from '../attempt.ts'
import { saveFile } from '../save-file.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'

/** Downloads the whole list, as it is currently filtered, for spreadsheets. */
export function CsvButton({ fetchFile }: { fetchFile: () => Promise<Attempt<LargeFileResponse>> }) {
  const { isBusy, run } = useAction({ toast: 'failure' })
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isBusy}
      busyLabel="Preparing the file…"
      onClick={() => run(fetchFile, saveFile)}
    >
      <Download aria-hidden="true" className="size-4" /> Download CSV
    </Button>
  )
}

type FileButtonProps = {
  file: StoredFile
  /** A plain link could not send the session. */
  fetchFile: () => Promise<Attempt<LargeFileResponse>>
}

/** Downloads a stored file. */
export function FileButton({ file, fetchFile }: FileButtonProps) {
  const { isBusy, run } = useAction({ toast: 'failure' })
  const download = () =>
    // In the browser the content is always a Blob. The response header has only a simplified file name.
    run(fetchFile, ({ content }) => saveFile({ name: file.name, content: content as Blob }))
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={`Download ${file.name}`} onClick={download}>
      <Download aria-hidden="true" className="size-[min(1rem,4.5vw)] shrink-0" />
      <span className="min-w-0 text-left wrap-anywhere">
        <FileName name={file.name} /> <span className="font-normal whitespace-nowrap">({formatSize(file.size)})</span>
      </span>
    </Button>
  )
}

/** Lets a long name wrap between its parts instead of inside a word. */
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

function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
