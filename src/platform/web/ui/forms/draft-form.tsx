import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Attempt } from '../../attempt.ts'
import { safeSessionStorage } from '../../browser-storage.ts'
import { useAction } from '../../use-action.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { TextArea } from './text-area.tsx'

type DraftFormProps<Sent> = {
  label: string
  hint: (text: string) => string
  button: string
  /** The draft's storage key, made from its author and recipient. */
  draftKey: string
  /** Checks the text further if it is not empty. */
  validate?: (text: string) => string | undefined
  send: (message: { id: string; text: string }) => Promise<Attempt<Sent>>
  onSent: (sent: Sent, confirmation: string) => void
}

/**
 * A form with a single text field. It keeps the draft in this tab, even across reloads and errors, until it has been
 * sent.
 */
export function DraftForm<Sent>({ label, hint, button, draftKey, validate, send, onSent }: DraftFormProps<Sent>) {
  const { text, write, takeId } = useDraft(draftKey)
  const { isBusy, errors, problem, run, fail, clear } = useAction({ fields: ['text'] })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const error = text.trim() === '' ? 'Write something first' : validate?.(text)
    if (error) return fail({ text: error })
    void run(
      () => send({ id: takeId(), text }),
      (sent, confirmation) => {
        write('')
        onSent(sent, confirmation)
      },
    )
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        hint={hint(text)}
        rows={4}
        value={text}
        readOnly={isBusy}
        error={errors.text}
        onChange={({ target }) => {
          write(target.value)
          clear()
        }}
        onKeyDown={submitOnShortcut}
      />
      {problem ? (
        <Alert tone="error">
          {problem} <span className="block">Your text is still here.</span>
        </Alert>
      ) : null}
      <Button type="submit" className="justify-self-start max-sm:w-full" busy={isBusy} busyLabel="Sending…">
        {button}
      </Button>
    </form>
  )
}

function submitOnShortcut(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** The text being written, with the id of an earlier attempt whose result is unknown. */
type Draft = { text: string; id?: string }

function useDraft(key: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(key))
  const saveDraft = (next: Draft) => {
    setDraft(next)
    if (next.text === '') safeSessionStorage.remove(key)
    else safeSessionStorage.write(key, JSON.stringify(next))
  }
  return {
    text: draft.text,
    /** Changed text is a new message with a new id. */
    write: (text: string) => saveDraft({ text }),
    /**
     * Returns the message's id, which is the same for the same text, so that resending never duplicates the message.
     */
    takeId: () => {
      const id = draft.id ?? crypto.randomUUID()
      saveDraft({ ...draft, id })
      return id
    },
  }
}

function readDraft(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.read(key) ?? 'null')
    return isDraft(stored) ? stored : { text: '' }
  } catch {
    return { text: '' }
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return false
  return !('id' in value) || typeof value.id === 'string'
}
