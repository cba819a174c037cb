import type { ReactNode } from 'react'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { FileButton } from '#platform/web/ui/file-button.tsx'
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
