import { type FormEvent, useRef, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { InboxMessage } from '../contract.ts'

type ReplyFormProps = {
  label: string
  hint: string
  button: string
  /** Key of the draft in this tab, which is kept until it has been sent. */
  draftKey: string
  send: (entry: { id: string; text: string }) => Promise<Attempt<InboxMessage>>
  onSent: (message: InboxMessage, sentence: string) => void
}

export function ReplyForm({ label, hint, button, draftKey, send, onSent }: ReplyFormProps) {
  const [text, setText] = useState(() => safeSessionStorage.read(draftKey) ?? '')
  const { isBusy, errors, problem, run, fail, clear } = useAction({ fields: ['text'] })
  // The same text keeps its id, because a failed request may still have arrived.
  const sending = useRef<{ id: string; text: string } | undefined>(undefined)
  const write = (typed: string) => {
    setText(typed)
    clear()
    if (typed) safeSessionStorage.write(draftKey, typed)
    else safeSessionStorage.remove(draftKey)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!text.trim()) return fail({ text: 'Please write something first' })
    if (sending.current?.text !== text) sending.current = { id: crypto.randomUUID(), text }
    const entry = sending.current
    void run(
      () => send(entry),
      (message, sentence) => {
        sending.current = undefined
        write('')
        onSent(message, sentence)
      },
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        value={text}
        readOnly={isBusy}
        error={errors.text}
        onChange={({ target }) => write(target.value)}
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
