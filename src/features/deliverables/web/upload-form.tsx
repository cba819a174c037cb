import { type FormEvent, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FileField } from '#platform/web/ui/file-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { addVersionFile, addVersionNote, type WorkDetails } from '../contract/work.ts'

type VersionFormProps = { itemId: string; onAdded: (item: WorkDetails, message: string) => void }

/** A new version: a file that is sent with its progress shown, or words. */
export function UploadForm(props: VersionFormProps) {
  const { itemId, onAdded } = props
  return (
    <div className="grid gap-6">
      <FileField
        send={(file, options) =>
          attempt(addVersionFile, { params: { itemId }, query: { name: file.name }, body: file }, options)
        }
        onSent={(item, { name }) => onAdded(item, `${name} is added.`)}
      />
      <NoteForm {...props} />
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
