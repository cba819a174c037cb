import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { LONGEST_MESSAGE } from '../contract.ts'
import { useDraft } from './use-draft.ts'

type MessageFormProps<Sent> = {
  label: string
  /** Under which what is being written is kept. */
  draftKey: string
  send: (message: { id: string; text: string }) => Promise<Attempt<Sent>>
  onSent: (sent: Sent, sentence: string) => void
}

const letters = new Intl.NumberFormat('en-GB')

/** What is being written stays until it has arrived. */
export function MessageForm<Sent>({ label, draftKey, send, onSent }: MessageFormProps<Sent>) {
  const { text, write, takeId, clear } = useDraft(draftKey)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<{ field?: string; other?: string }>({})
  const isUnderWay = useRef(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemOf(text)
    if (wrong) return setProblem({ field: wrong })
    // Pressed twice faster than the page can show it.
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    setProblem({})
    const ending = await send({ id: takeId(), text })
    isUnderWay.current = false
    setSending(false)
    if (ending.state === 'failed') {
      const field = ending.errors?.text
      return setProblem(field ? { field } : { other: ending.message })
    }
    clear()
    onSent(ending.value, ending.message)
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={label}
        hint={`${letters.format(text.length)} of ${letters.format(LONGEST_MESSAGE)} letters. Ctrl and Enter sends it.`}
        rows={4}
        value={text}
        readOnly={isSending}
        error={problem.field}
        onChange={({ target }) => {
          write(target.value)
          setProblem({})
        }}
        onKeyDown={sendByKeys}
      />
      {problem.other ? (
        <Alert tone="error">
          {problem.other} <span className="block">Your text is still here.</span>
        </Alert>
      ) : null}
      <Button type="submit" className="justify-self-start max-sm:w-full" busy={isSending} busyLabel="Sending…">
        Send message
      </Button>
    </form>
  )
}

function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Please write something first'
  const tooMany = text.trim().length - LONGEST_MESSAGE
  if (tooMany <= 0) return undefined
  const much = tooMany === 1 ? 'one is' : `${letters.format(tooMany)} are`
  return `Please use at most ${letters.format(LONGEST_MESSAGE)} letters: ${much} too many`
}
