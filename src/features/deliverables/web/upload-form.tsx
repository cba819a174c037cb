import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { fileEndings, fileRefusals, MOST_FILE_BYTES } from '#platform/shared/stored-file.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { addVersionFile, addVersionNote, type WorkDetails } from '../contract/work.ts'

type VersionFormProps = { itemId: string; onAdded: (item: WorkDetails, message: string) => void }

/** A new version: a file that is sent with its progress shown, or words. */
export function UploadForm(props: VersionFormProps) {
  return (
    <div className="grid gap-6">
      <FileField {...props} />
      <NoteForm {...props} />
    </div>
  )
}

type Sending = { name: string; share: number; stop: () => void }

function FileField({ itemId, onAdded }: VersionFormProps) {
  const id = useId()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const send = async (file: File) => {
    setProblem(undefined)
    // The server says the same, after all of it was sent.
    if (file.size > MOST_FILE_BYTES) return setProblem(fileRefusals['file-too-large'].message)
    const abort = new AbortController()
    const show = (share: number) => setSending({ name: file.name, share, stop: () => abort.abort() })
    show(0)
    const input = { params: { itemId }, query: { name: file.name }, body: file }
    const ending = await attempt(addVersionFile, input, { signal: abort.signal, onProgress: show })
    setSending(undefined)
    field.current?.focus()
    if (abort.signal.aborted) return
    if (ending.state === 'failed') return setProblem(ending.errors?.name ?? ending.message)
    onAdded(ending.value, `${file.name} is added.`)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // So that the same file can be chosen once more.
    target.value = ''
    if (file) void send(file)
  }

  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={field}
        id={id}
        type="file"
        accept={Object.values(fileEndings).flat().join(',')}
        disabled={sending !== undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={choose}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-12 cursor-pointer items-center justify-center rounded-md bg-primary px-6 py-2.5 font-semibold text-secondary-deep peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-disabled:cursor-progress peer-disabled:opacity-60 hover:bg-primary-strong"
      >
        Add a file
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        PDF, Word, Excel, PowerPoint, PNG, JPEG, WebP, MP4, text or CSV, up to 25 MB.
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
      <p id={id} className="break-all">
        Sending {name}: <span className="tabular-nums">{Math.floor(share * 100)} %</span>
      </p>
      <progress aria-labelledby={id} value={share} max={1} className="progress-bar" />
      <Button variant="quiet" size="small" className="justify-self-start" onClick={stop}>
        Stop sending
      </Button>
    </div>
  )
}

function NoteForm({ itemId, onAdded }: VersionFormProps) {
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setProblem(undefined)
    const ending = await attempt(addVersionNote, { params: { itemId }, body: { note } })
    setSending(false)
    if (ending.state === 'failed') return setProblem(ending.errors?.note ?? ending.message)
    setNote('')
    onAdded(ending.value, 'Your words are added.')
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-prose gap-3">
      <TextArea
        label="Or in words"
        hint="The address of a post, what was set up, or what the member should know."
        rows={3}
        value={note}
        readOnly={isSending}
        error={problem}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" variant="quiet" className="justify-self-start" busy={isSending} busyLabel="Adding…">
        Add these words
      </Button>
    </form>
  )
}
