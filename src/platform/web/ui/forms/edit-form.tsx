import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Attempt } from '../../attempt.ts'
import { useAction } from '../../use-action.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { useFocusOnErrors } from '../focus.ts'
import { Form } from './form.tsx'

/** One message per invalid field, by its path: "company.phone", "lines.0.minutes". */
export type FieldErrors = Partial<Record<string, string>>

type EditOptions<Saved, Values, Body> = {
  toValues: (saved: Saved) => Values
  toBody: (values: Values, saved: Saved) => unknown
  /** Checks the body before it is sent; written as `bodyOf(endpoint)`. */
  schema: z.ZodType<Body>
  send: (body: Body, saved: Saved) => Promise<Attempt<Saved>>
  /** The field that shows the error for a path in the body, if its name differs. */
  fieldOf?: (path: string, values: Values) => string
  /** Shown beside the button while fields have errors. */
  invalid?: string
}

/** The state of a form that edits a stored record and saves the whole record at once. */
export function useEditForm<Saved, Values extends object, Body>(
  loaded: Saved,
  { toValues, toBody, schema, send, fieldOf = (path) => path, invalid = CANNOT_SAVE }: EditOptions<Saved, Values, Body>,
) {
  const [saved, setSaved] = useState(loaded)
  const [typed, setTyped] = useState(() => toValues(loaded))
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isBusy: isSaving, run } = useAction()
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnErrors(errors, form)

  const change = (changes: Partial<Values>) => {
    // The saved values replace the typed ones.
    if (isSaving) return
    setTyped((previous) => ({ ...previous, ...changes }))
    setOutcome(undefined)
  }
  const showErrors = (fieldErrors: [path: string, message: string][]) => {
    // Keeps the first message per path, like the server.
    setErrors(Object.fromEntries(fieldErrors.toReversed().map(([path, message]) => [fieldOf(path, typed), message])))
    setOutcome({ tone: 'error', text: invalid })
  }
  const save = async () => {
    if (isSaving) return
    setErrors({})
    setOutcome(undefined)
    const checked = schema.safeParse(toBody(typed, saved))
    if (!checked.success) return showErrors(checked.error.issues.map(({ path, message }) => [path.join('.'), message]))
    const result = await run(
      () => send(checked.data, saved),
      (savedRecord, message) => {
        setSaved(savedRecord)
        setTyped(toValues(savedRecord))
        setOutcome({ tone: 'success', text: message })
      },
    )
    if (result?.state !== 'failed') return
    if (result.errors) showErrors(Object.entries(result.errors))
    else setOutcome({ tone: 'error', text: result.message })
  }
  return { saved, typed, change, errors, setErrors, isSaving, outcome, save, form }
}

const CANNOT_SAVE = 'We can’t save your changes yet. Check the fields in red.'

type Editing = Pick<ReturnType<typeof useEditForm>, 'form' | 'save' | 'outcome' | 'isSaving'>

type EditFormProps = { editing: Editing; label: string; children: ReactNode }

export function EditForm({ editing: { form, save }, label, children }: EditFormProps) {
  return (
    <Form ref={form} aria-label={label} onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {children}
    </Form>
  )
}

type SaveButtonProps = { editing: Editing; busyLabel?: string; children: ReactNode }

/** The form's button, below the result of the last attempt. */
export function SaveButton({ editing: { outcome, isSaving }, busyLabel = 'Saving…', children }: SaveButtonProps) {
  return (
    <div className="grid gap-4">
      {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isSaving} busyLabel={busyLabel}>
        {children}
      </Button>
    </div>
  )
}

/** A field's error, or the first error of an entry in it. */
export function errorAt(errors: FieldErrors, path: string): string | undefined {
  return errors[path] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.`))?.[1]
}

let rowCount = 0

/** Identifies a row that is added to a form, for its key and focus, while the page is open. */
export function newRowId(): string {
  rowCount += 1
  return `row-${rowCount}`
}
