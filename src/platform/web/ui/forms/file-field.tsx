import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { fileExtensions, fileRefusals, MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from '../../../shared/upload-rules.ts'
import type { Attempt } from '../../attempt.ts'
import { Button } from '../button.tsx'
import { FieldError } from './field.tsx'

type Sending = { name: string; share: number; stop: () => void }

type FileFieldProps<Value> = {
  send: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<Attempt<Value>>
  onSent: (value: Value, file: File) => void
}

/** Uploads a file as soon as it is chosen, with progress and errors. */
export function FileField<Value>({ send, onSent }: FileFieldProps<Value>) {
  const id = useId()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const isSending = sending !== undefined
  // A disabled field loses the focus, so the focus returns once the field is enabled again, unless it is elsewhere by
  // then.
  useEffect(() => {
    if (!isSending) return
    return () => {
      if (document.activeElement === document.body) field.current?.focus()
    }
  }, [isSending])

  const start = async (file: File) => {
    setProblem(undefined)
    // The server also checks this, but only after the whole upload.
    if (file.size > MAX_FILE_BYTES) return setProblem(fileRefusals['file-too-large'].message)
    const abort = new AbortController()
    const showProgress = (share: number) => setSending({ name: file.name, share, stop: () => abort.abort() })
    showProgress(0)
    const result = await send(file, { signal: abort.signal, onProgress: showProgress })
    setSending(undefined)
    if (abort.signal.aborted) return
    if (result.state === 'failed') return setProblem(result.errors?.name ?? result.message)
    onSent(result.value, file)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Lets the user choose the same file again.
    target.value = ''
    if (file) void start(file)
  }

  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={field}
        id={id}
        type="file"
        accept={Object.values(fileExtensions).flat().join(',')}
        disabled={isSending}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={choose}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-12 cursor-pointer items-center justify-center rounded-md bg-primary px-6 py-2 font-semibold text-secondary-deep peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-disabled:cursor-progress peer-disabled:opacity-60 hover:bg-primary-strong"
      >
        Add a file
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        PDF, Word, Excel, PowerPoint, PNG, JPEG, WebP, MP4, text or CSV, up to {MAX_FILE_MEGABYTES} MB.
      </p>
      <FieldError id={id} error={problem} />
      {sending ? <SendingFile sending={sending} /> : null}
    </div>
  )
}

function SendingFile({ sending: { name, share, stop } }: { sending: Sending }) {
  const id = useId()
  return (
    <div className="grid w-full max-w-prose gap-2">
      <p id={id} className="wrap-anywhere">
        Uploading {name}: <span className="tabular-nums">{Math.floor(share * 100)}%</span>
      </p>
      <progress aria-labelledby={id} value={share} max={1} className="progress-bar" />
      <Button variant="quiet" size="small" className="justify-self-start" onClick={stop}>
        Cancel upload
      </Button>
    </div>
  )
}
