import { type FormEvent, useRef, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { sessionShelf } from '#platform/web/browser-storage.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import type { InboxMessage } from '../contract/inbox.ts'

type EntryFormProps = {
  label: string
  hint: string
  button: string
  /** Under which what is being written is kept in this tab, until it has arrived. */
  draftKey: string
  send: (entry: { id: string; text: string }) => Promise<Attempt<InboxMessage>>
  onSent: (message: InboxMessage, sentence: string) => void
}

export function EntryForm({ label, hint, button, draftKey, send, onSent }: EntryFormProps) {
  const [text, setText] = useState(() => sessionShelf.read(draftKey) ?? '')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<{ field?: string; other?: string }>({})
  // The same for the same words: nobody knows whether what failed has arrived.
  const sending = useRef<{ id: string; text: string } | undefined>(undefined)
  const write = (typed: string) => {
    setText(typed)
    setProblem({})
    if (typed) sessionShelf.write(draftKey, typed)
    else sessionShelf.remove(draftKey)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!text.trim()) return setProblem({ field: 'Please write something first' })
    if (sending.current?.text !== text) sending.current = { id: crypto.randomUUID(), text }
    setSending(true)
    setProblem({})
    const ending = await send(sending.current)
    setSending(false)
    if (ending.state === 'failed') {
      const field = ending.errors?.text
      return setProblem(field ? { field } : { other: ending.message })
    }
    write('')
    onSent(ending.value, ending.message)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        value={text}
        readOnly={isSending}
        error={problem.field}
        onChange={({ target }) => write(target.value)}
      />
      {problem.other ? (
        <Alert tone="error">
          {problem.other} <span className="block">Your text is still here.</span>
        </Alert>
      ) : null}
      <Button type="submit" className="justify-self-start max-sm:w-full" busy={isSending} busyLabel="Sending…">
        {button}
      </Button>
    </form>
  )
}
