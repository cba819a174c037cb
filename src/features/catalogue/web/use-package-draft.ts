import { useEffect, useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { PackageDraft, type PackageHistory, publishPackage } from '../contract/editing.ts'
import { draftOf, type TypedPackage, typedOf } from '../rules/package-draft.ts'

/** The sentence for each field that is wrong: "netPrice", "lines.0.minutes". */
export type FieldErrors = Partial<Record<string, string>>

type ChangePackage = (change: Partial<TypedPackage>) => void

/** A package while it is edited, and how it is published: all of it at once. */
export function usePackageDraft(loaded: PackageHistory) {
  const [sold, setSold] = useState(loaded)
  const [typed, setTyped] = useState(() => typedOf(loaded, newId))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const change: ChangePackage = (changes) => {
    setTyped({ ...typed, ...changes })
    setOutcome(undefined)
  }
  const complain = (found: FieldErrors) => {
    setErrors(found)
    setOutcome({ tone: 'error', text: 'This cannot be published yet. Please look at the fields in red.' })
  }
  const publish = async () => {
    if (isSaving) return
    setErrors({})
    setOutcome(undefined)
    const checked = PackageDraft.safeParse(draftOf(typed))
    if (!checked.success) return complain(errorsOf(checked.error.issues))
    setSaving(true)
    const body = { version: sold.version, draft: checked.data }
    const ending = await attempt(publishPackage, { params: { packageId: sold.id }, body })
    setSaving(false)
    if (ending.state === 'failed') {
      if (ending.errors) return complain(withoutFirst(ending.errors))
      return setOutcome({ tone: 'error', text: ending.message })
    }
    setSold(ending.value)
    setTyped(typedOf(ending.value, newId))
    setOutcome({ tone: 'success', text: ending.message })
  }
  return { sold, typed, change, errors, isSaving, outcome, publish, form }
}

let made = 0

/** The name of a line, for as long as the page is open. */
export function newId(): string {
  made += 1
  return `line-${made}`
}

/** As the server says them: the first sentence of each field, by its path. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

/** The server names a field by its place in the whole body. */
function withoutFirst(errors: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([place, text]) => [place.replace(/^draft[.]/, ''), text]))
}
