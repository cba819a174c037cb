import { useEffect, useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { type OwnAvailability, saveAvailability } from '../contract/availability.ts'
import { type AvailabilityDraft, documentOf, draftOf } from '../rules/availability-draft.ts'

const Body = bodyOf(saveAvailability)

/** The sentence for each field that is wrong; rows by their own name: "<id>.starts". */
export type FieldErrors = Partial<Record<string, string>>

export type ChangeDraft = (change: Partial<AvailabilityDraft>) => void

/** The availability while it is edited, and how it is saved: all of it at once. */
export function useAvailability(own: OwnAvailability) {
  const [draft, setDraft] = useState(() => draftOf(own.availability, newId))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const change: ChangeDraft = (changes) => {
    setDraft({ ...draft, ...changes })
    setOutcome(undefined)
  }
  const complain = (found: Record<string, string>, fields: Record<string, string>) => {
    setErrors(Object.fromEntries(Object.entries(found).map(([place, text]) => [fields[place] ?? place, text])))
    setOutcome({ tone: 'error', text: 'Some of this cannot be saved yet. Please look at the fields in red.' })
  }
  const save = async () => {
    if (isSaving) return
    setErrors({})
    setOutcome(undefined)
    const { document, fields } = documentOf(draft)
    const checked = Body.safeParse(document)
    if (!checked.success) return complain(errorsOf(checked.error.issues), fields)
    setSaving(true)
    const ending = await attempt(saveAvailability, { body: document })
    setSaving(false)
    if (ending.state === 'done') {
      setDraft(draftOf(ending.value.availability, newId))
      return setOutcome({ tone: 'success', text: ending.message })
    }
    if (ending.errors) return complain(ending.errors, fields)
    setOutcome({ tone: 'error', text: ending.message })
  }
  return { draft, change, errors, isSaving, outcome, save, form }
}

let made = 0

/** The name of a row, for as long as the page is open. */
export function newId(): string {
  made += 1
  return `row-${made}`
}

/** As the server says them: the first sentence of each field, by its path. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}
