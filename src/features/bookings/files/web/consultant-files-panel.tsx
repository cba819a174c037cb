import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { FileButton } from '#platform/web/ui/download-buttons.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { type BookingFile, getConsultantBookingFile, listConsultantBookingFiles } from '../contract.ts'

/** The files that the member uploaded for this session. */
export function ConsultantFilesPanel({ bookingId }: { bookingId: string }) {
  const { found, reload } = useLoaded(listConsultantBookingFiles, { params: { bookingId } })
  if (found.state === 'loading') return null
  return (
    <section aria-labelledby="files-title">
      <Card>
        <h3 id="files-title" className="mb-4 text-xl">
          Files from the member
        </h3>
        {found.state === 'failed' ? (
          <LoadFailed message={found.message} onRetry={reload} />
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
            fetchFile={() => attempt(getConsultantBookingFile, { params: { bookingId, fileId: file.id } })}
          />
          <span className="text-sm text-muted">Added {formatMoment(file.addedAt)}</span>
        </li>
      ))}
    </ul>
  )
}
