import type { ReactNode } from 'react'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { FileButton } from '#platform/web/ui/download-buttons.tsx'
import type { DeliverableVersion } from '../contract.ts'

type VersionsListProps = {
  versions: DeliverableVersion[]
  /** Shown if there are no versions. */
  none: string
  /** Fetches a version's file, because a plain link could not authenticate the request. */
  fetchFile: (number: number) => Promise<Attempt<LargeFileResponse>>
  /** Additional actions for a version. */
  children?: (version: DeliverableVersion) => ReactNode
}

/** The versions, newest first. */
export function VersionsList({ versions, none, fetchFile, children }: VersionsListProps) {
  if (versions.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ol className="divide-y divide-line">
      {versions.map((version) => (
        <li key={version.number} className="grid gap-2 py-4 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">Version {version.number}</span>
            <span className="text-sm text-muted">
              {formatMoment(version.publishedAt ?? version.createdAt)}
              {version.publishedAt ? '' : ', not shared with the member yet'}
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
