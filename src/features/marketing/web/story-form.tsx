import { type FormEvent, type ReactNode, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { Story } from '../contract.ts'

export type StoryParts = Pick<Story, 'title' | 'start' | 'work' | 'result'>

type StoryFormProps<Saved> = {
  parts: StoryParts
  button: string
  /** Other choices that belong to it. */
  children?: ReactNode
  send: (parts: StoryParts) => Promise<Attempt<Saved>>
  onSaved: (saved: Saved, sentence: string) => void
}

/** What staff write around the words that are quoted. */
export function StoryForm<Saved>({ parts, button, children, send, onSaved }: StoryFormProps<Saved>) {
  const [typed, setTyped] = useState(parts)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const field = (name: keyof StoryParts) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    setErrors({})
    setProblem(undefined)
    const ending = await send(typed)
    setSaving(false)
    if (ending.state === 'done') return onSaved(ending.value, ending.message)
    const fields = ending.reason === 'title-taken' ? { title: ending.message } : ending.errors
    if (fields) setErrors(fields)
    else setProblem(ending.message)
  }
  return (
    <form method="post" noValidate aria-label="Story" onSubmit={submit} className="grid gap-5">
      <TextField label="Title" {...field('title')} />
      <TextArea label="At the start" rows={3} {...field('start')} />
      <TextArea label="What we did" rows={3} {...field('work')} />
      <TextArea label="What changed" rows={3} {...field('result')} />
      {children}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isSaving} busyLabel="Saving…">
        {button}
      </Button>
    </form>
  )
}
