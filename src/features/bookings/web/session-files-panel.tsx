import { useCallback, useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { FileButton } from '#platform/web/ui/file-button.tsx'
import { type BookingFile, getSessionFile, listSessionFiles } from '../contract/booking-file.ts'

/** What the member has given the consultant to read for this session. */
export function SessionFilesPanel({ bookingId }: { bookingId: string }) {
  const [found, setFound] = useState<Attempt<ResponseOf<typeof listSessionFiles>>>()
  const load = useCallback(
    async () => setFound(await attempt(listSessionFiles, { params: { bookingId } })),
    [bookingId],
  )
  useEffect(() => void load(), [load])
  if (!found) return null
  return (
    <section aria-labelledby="files-title">
      <Card>
        <h3 id="files-title" className="mb-4 text-xl">
          Files from the member
        </h3>
        {found.state === 'failed' ? (
          <Alert tone="error">
            <p>{found.message}</p>
            <Button variant="quiet" size="small" className="mt-3" onClick={load}>
              Try again
            </Button>
          </Alert>
        ) : (
          <FilesList bookingId={bookingId} files={found.value} />
        )}
      </Card>
    </section>
  )
}

function FilesList({ bookingId, files }: { bookingId: string; files: BookingFile[] }) {
  if (files.length === 0) return <p className="text-muted">They have not added a file for this session.</p>
  return (
    <ul aria-label="Files" className="divide-y divide-line">
      {files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
          <FileButton
            file={file}
            fetchFile={() => attempt(getSessionFile, { params: { bookingId, fileId: file.id } })}
          />
          <span className="text-sm text-muted">Added {formatMoment(file.addedAt)}</span>
        </li>
      ))}
    </ul>
  )
}
