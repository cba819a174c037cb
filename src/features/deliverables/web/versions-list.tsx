import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { ItemVersion } from '../contract.ts'

type VersionsListProps = {
  versions: ItemVersion[]
  /** Fetches the file of a version: a plain link could not say who asks. */
  fetchFile: (number: number) => Promise<Attempt<LargeFileAnswer>>
  /** What else can be done with a version. */
  children?: (version: ItemVersion) => ReactNode
}

/** What was made, the newest first. */
export function VersionsList({ versions, fetchFile, children }: VersionsListProps) {
  return (
    <ol className="divide-y divide-line">
      {versions.map((version) => (
        <li key={version.number} className="grid gap-2 py-4 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">Version {version.number}</span>
            <span className="text-sm text-muted">
              {formatMoment(version.publishedAt ?? version.madeAt)}
              {version.publishedAt ? '' : ', not shown to the member yet'}
            </span>
          </p>
          {version.note ? <p className="max-w-prose break-words whitespace-pre-line">{version.note}</p> : null}
          <div className="flex flex-wrap items-center gap-3">
            {version.file ? <FileButton file={version.file} fetchFile={() => fetchFile(version.number)} /> : null}
            {children?.(version)}
          </div>
        </li>
      ))}
    </ol>
  )
}

type FileButtonProps = {
  file: NonNullable<ItemVersion['file']>
  fetchFile: () => Promise<Attempt<LargeFileAnswer>>
}

function FileButton({ file, fetchFile }: FileButtonProps) {
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
      <Download aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 text-left break-all">
        {file.name} <span className="font-normal whitespace-nowrap">({sizeInWords(file.size)})</span>
      </span>
    </Button>
  )
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
