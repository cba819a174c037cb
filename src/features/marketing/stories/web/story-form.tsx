import { type ReactNode, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { Story } from '../contract.ts'

export type StoryTexts = Pick<Story, 'title' | 'start' | 'work' | 'result'>

type StoryFormProps<Saved> = {
  texts: StoryTexts
  button: string
  /** Additional form fields. */
  children?: ReactNode
  send: (texts: StoryTexts) => Promise<Attempt<Saved>>
  onSaved: (saved: Saved, message: string) => void
}

/** Edits the text around the quote. */
export function StoryForm<Saved extends StoryTexts>({ texts, button, children, send, onSaved }: StoryFormProps<Saved>) {
  const [typed, setTyped] = useState(texts)
  const { isBusy, errors, problem, run, fail } = useAction({ fields: ['title', 'start', 'work', 'result'] })
  const field = (name: keyof StoryTexts) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  const submit = async () => {
    const result = await run(
      () => send(typed),
      (saved, sentence) => {
        const { title, start, work, result } = saved
        // Keeps what was typed while the form was being saved.
        setTyped((now) => (now === typed ? { title, start, work, result } : now))
        onSaved(saved, sentence)
      },
    )
    if (result?.state === 'failed' && result.reason === 'title-taken') fail({ title: result.message })
  }
  return (
    <Form aria-label="Story" onSubmit={submit} className="grid gap-5">
      <TextField label="Title" {...field('title')} />
      <TextArea label="Starting point" rows={3} {...field('start')} />
      <TextArea label="Our work" rows={3} {...field('work')} />
      <TextArea label="The result" rows={3} {...field('result')} />
      {children}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel="Saving…">
        {button}
      </Button>
    </Form>
  )
}
