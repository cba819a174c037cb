import { useRef, useState } from 'react'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { FileButton } from '#platform/web/ui/download-buttons.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { FileField } from '#platform/web/ui/forms/file-field.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { useAction } from '#platform/web/use-action.ts'
import {
  addBookingFile,
  type BookingFile,
  type BookingFiles,
  deleteBookingFile,
  getBookingFile,
  getConsultantBookingFile,
  listBookingFiles,
  listConsultantBookingFiles,
  MAX_BOOKING_FILES,
  MAX_YEARLY_MEGABYTES,
} from '../contract.ts'

/** Files for the consultant. Not shown if there are none and the session can no longer be changed. */
export function BookingFilesPanel({ bookingId, serviceType }: { bookingId: string; serviceType: ServiceType }) {
  const { found, show, reload } = useLoaded(listBookingFiles, { params: { bookingId } })
  const [message, setMessage] = useState('')
  const panel = useRef<HTMLElement>(null)
  useKeepFocus(panel, found.state === 'loaded' ? String(found.value.files.length) : undefined)
  if (found.state === 'loading') return null
  if (found.state === 'failed') return <LoadFailed message={found.message} onRetry={reload} />
  const { files, canChange } = found.value
  if (files.length === 0 && !canChange) return null
  const showChange = (next: BookingFiles, text: string) => {
    show(next)
    setMessage(text)
  }
  return (
    <section ref={panel} id="files" tabIndex={-1} aria-labelledby="files-title" className="focus:outline-none">
      <Card className="grid gap-5">
        <div className="grid max-w-prose gap-1">
          <h3 id="files-title" className="text-xl">
            Files for your consultant
          </h3>
          <p className="text-muted">
            {canChange
              ? `Add up to ${MAX_BOOKING_FILES} files to help your consultant prepare, any time before the session starts. The limit for all your sessions is ${MAX_YEARLY_MEGABYTES} MB in any 12-month period. Only you and your consultant can open the files.`
              : 'You can no longer change these files, but you can still download them.'}
          </p>
        </div>
        <p role="status" className={message ? 'font-medium break-words text-success' : 'sr-only'}>
          {message}
        </p>
        {files.length > 0 ? (
          <ul aria-label="Files" className="divide-y divide-line border-y border-line">
            {files.map((file) => (
              <li key={file.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <FileButton
                  file={file}
                  fetchFile={() => attempt(getBookingFile, { params: { bookingId, fileId: file.id } })}
                />
                {canChange ? (
                  <RemoveFileButton bookingId={bookingId} file={file} onChanged={showChange} onRefused={reload} />
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">No files yet. {ideas[serviceType]} would be a good start.</p>
        )}
        {canChange ? <AddFileSection bookingId={bookingId} count={files.length} onChanged={showChange} /> : null}
      </Card>
    </section>
  )
}

const ideas: Record<ServiceType, string> = {
  MY_FUTURE: 'Your CV, a cover letter or a list of questions',
  STUDY_WORLD: 'Your predicted grades, your GCSE results or a list of courses',
  BIZ_FUTURE: 'Your logo, your brand guidelines or a list of questions',
}

type ChangeProps = { bookingId: string; onChanged: (files: BookingFiles, message: string) => void }

/** @param onRefused called if the files shown are out of date */
function RemoveFileButton({
  bookingId,
  file: { id: fileId, name },
  onChanged,
  onRefused,
}: ChangeProps & { file: BookingFile; onRefused: () => void }) {
  const { isBusy, problem, run } = useAction()
  const remove = async () => {
    const result = await run(
      () => attempt(deleteBookingFile, { params: { bookingId, fileId } }),
      (files) => onChanged(files, `${name} removed.`),
    )
    if (result?.state === 'failed' && result.reason) onRefused()
  }
  return (
    <>
      <Button variant="quiet" size="small" busy={isBusy} aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
      {problem ? (
        <Alert tone="error" className="w-full">
          {problem}
        </Alert>
      ) : null}
    </>
  )
}

function AddFileSection({ bookingId, count, onChanged }: ChangeProps & { count: number }) {
  if (count >= MAX_BOOKING_FILES) {
    return (
      <p className="text-muted">You’ve added the maximum number of files for one session. Remove one to add another.</p>
    )
  }
  return (
    <FileField
      send={(file, options) =>
        attempt(addBookingFile, { params: { bookingId }, query: { name: file.name }, body: file }, options)
      }
      onSent={(files, { name }) => onChanged(files, `${name} added.`)}
    />
  )
}

/** The files that the member has uploaded for this session, as its consultant sees them. */
export function ConsultantFilesPanel({ bookingId }: { bookingId: string }) {
  const { found, reload } = useLoaded(listConsultantBookingFiles, { params: { bookingId } })
  if (found.state === 'loading') return null
  return (
    <TitledCard title="Files from the member">
      {found.state === 'failed' ? (
        <LoadFailed message={found.message} onRetry={reload} />
      ) : (
        <ConsultantFilesList bookingId={bookingId} files={found.value} />
      )}
    </TitledCard>
  )
}

function ConsultantFilesList({ bookingId, files }: { bookingId: string; files: BookingFile[] }) {
  if (files.length === 0) return <p className="text-muted">They haven’t added any files for this session.</p>
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
