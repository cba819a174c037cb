import { useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { FileButton } from '#platform/web/ui/file-button.tsx'
import { FileField } from '#platform/web/ui/file-field.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import {
  addBookingFile,
  type BookingFile,
  type BookingFiles,
  getBookingFile,
  MOST_BOOKING_FILES,
  MOST_YEARLY_MEGABYTES,
  removeBookingFile,
} from '../contract/booking-file.ts'
import { useBookingFiles } from './use-booking-files.ts'

type Changed = (files: BookingFiles, told: string) => void

/** What the member gives the consultant to read. Of a session that is over without files it shows nothing. */
export function BookingFilesPanel({ bookingId }: { bookingId: string }) {
  const { found, show, reload } = useBookingFiles(bookingId)
  const [told, setTold] = useState('')
  const panel = useRef<HTMLElement>(null)
  useKeepFocus(panel, found.state === 'loaded' ? String(found.files.length) : undefined)
  if (found.state === 'loading') return null
  if (found.state === 'failed') {
    return (
      <Alert tone="error">
        <p>{found.message}</p>
        <Button variant="quiet" size="small" className="mt-3" onClick={reload}>
          Try again
        </Button>
      </Alert>
    )
  }
  const { files, canChange } = found
  if (files.length === 0 && !canChange) return null
  const changed: Changed = (next, words) => {
    show(next)
    setTold(words)
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
              ? `Up to ${MOST_BOOKING_FILES} files that help to prepare, until the session begins, and ${MOST_YEARLY_MEGABYTES} MB for all your sessions within twelve months. Only you and your consultant can open them.`
              : 'They can no longer be changed. You can still save them.'}
          </p>
        </div>
        <p role="status" className={told ? 'font-medium break-words text-success' : 'sr-only'}>
          {told}
        </p>
        {files.length > 0 ? (
          <FilesList bookingId={bookingId} files={files} canChange={canChange} onChanged={changed} onRefused={reload} />
        ) : (
          <p className="text-muted">
            There is no file yet. A CV, a letter or a list of your questions is a good start.
          </p>
        )}
        {canChange ? <AddPart bookingId={bookingId} count={files.length} onChanged={changed} /> : null}
      </Card>
    </section>
  )
}

type FilesListProps = {
  bookingId: string
  files: BookingFile[]
  canChange: boolean
  onChanged: Changed
  /** What is shown was not up to date. */
  onRefused: () => void
}

function FilesList({ bookingId, files, canChange, onChanged, onRefused }: FilesListProps) {
  return (
    <ul aria-label="Files" className="divide-y divide-line border-y border-line">
      {files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <FileButton
            file={file}
            fetchFile={() => attempt(getBookingFile, { params: { bookingId, fileId: file.id } })}
          />
          {canChange ? (
            <RemoveFile bookingId={bookingId} file={file} onChanged={onChanged} onRefused={onRefused} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type RemoveFileProps = Pick<FilesListProps, 'bookingId' | 'onChanged' | 'onRefused'> & { file: BookingFile }

function RemoveFile({ bookingId, file: { id: fileId, name }, onChanged, onRefused }: RemoveFileProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(removeBookingFile, { params: { bookingId, fileId } })
    setBusy(false)
    if (ending.state === 'done') return onChanged(ending.value, `${name} is removed.`)
    setProblem(ending.message)
    if (ending.reason) onRefused()
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

function AddPart({ bookingId, count, onChanged }: { bookingId: string; count: number; onChanged: Changed }) {
  if (count >= MOST_BOOKING_FILES) {
    return <p className="text-muted">These are as many files as a session can have. Remove one to add another.</p>
  }
  return (
    <FileField
      send={(file, options) =>
        attempt(addBookingFile, { params: { bookingId }, query: { name: file.name }, body: file }, options)
      }
      onSent={(files, { name }) => onChanged(files, `${name} is added.`)}
    />
  )
}
