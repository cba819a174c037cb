import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { MAX_MESSAGE_LENGTH } from '../contract.ts'

type MessageFormProps<Sent> = {
  label: string
  /** Storage key of the draft. */
  draftKey: string
  send: (message: { id: string; text: string }) => Promise<Attempt<Sent>>
  onSent: (sent: Sent, confirmation: string) => void
}

const numberFormat = new Intl.NumberFormat('en-GB')

/** Keeps the draft until the message has arrived. */
export function MessageForm<Sent>({ label, draftKey, send, onSent }: MessageFormProps<Sent>) {
  const { text, write, takeId, clear: discard } = useDraft(draftKey)
  const { isBusy, errors, problem, run, fail, clear } = useAction({ fields: ['text'] })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const error = validationMessage(text)
    if (error) return fail({ text: error })
    void run(
      () => send({ id: takeId(), text }),
      (sent, confirmation) => {
        discard()
        onSent(sent, confirmation)
      },
    )
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        hint={`${numberFormat.format(text.length)} of ${numberFormat.format(MAX_MESSAGE_LENGTH)} letters. Ctrl and Enter sends it.`}
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
        Send message
      </Button>
    </form>
  )
}

function submitOnShortcut(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function validationMessage(text: string): string | undefined {
  if (text.trim() === '') return 'Please write something first'
  const tooMany = text.trim().length - MAX_MESSAGE_LENGTH
  if (tooMany <= 0) return undefined
  const excess = tooMany === 1 ? 'one is' : `${numberFormat.format(tooMany)} are`
  return `Please use at most ${numberFormat.format(MAX_MESSAGE_LENGTH)} letters: ${excess} too many`
}

/** The text being written, with the id of an earlier sending whose result is unknown. */
type Draft = { text: string; id?: string }

/** Keeps a draft in this tab, even across reloads and errors, until it was sent. @param key of author and recipient */
function useDraft(key: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(key))
  const saveDraft = (next: Draft) => {
    setDraft(next)
    if (next.text === '') safeSessionStorage.remove(key)
    else safeSessionStorage.write(key, JSON.stringify(next))
  }
  return {
    text: draft.text,
    /** A changed text is a new message with a new id. */
    write: (text: string) => saveDraft({ text }),
    /** Returns the message's id, the same for the same text, so that resending never duplicates it. */
    takeId: () => {
      const id = draft.id ?? crypto.randomUUID()
      saveDraft({ ...draft, id })
      return id
    },
    clear: () => saveDraft({ text: '' }),
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
