import { useEffect, useRef, useState } from 'react'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { type Settings, saveSettings } from '../contract/settings.ts'
import { sentOf, type TypedSettings, typedOf } from '../rules/typed-settings.ts'

const Body = bodyOf(saveSettings)

/** The sentence for each field that is wrong: "company.phone", "company.socialLinks.0.url". */
export type FieldErrors = Partial<Record<string, string>>

/** The settings while they are edited, and how they are saved: all of them at once. */
export function useSettings(loaded: Settings) {
  const [saved, setSaved] = useState(loaded)
  const [typed, setTyped] = useState(() => typedOf(loaded))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()
  const { withIdentity, question } = useFreshIdentity()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const change = (changes: Partial<TypedSettings>) => {
    setTyped({ ...typed, ...changes })
    setOutcome(undefined)
  }
  const complain = (found: FieldErrors) => {
    setErrors(found)
    setOutcome({ tone: 'error', text: 'This cannot be saved yet. Please look at the fields in red.' })
  }
  const save = async () => {
    if (isSaving) return
    setErrors({})
    setOutcome(undefined)
    const checked = Body.safeParse({ version: saved.version, ...sentOf(typed) })
    if (!checked.success) return complain(errorsOf(checked.error.issues))
    setSaving(true)
    const ending = await withIdentity(() => attempt(saveSettings, { body: checked.data }))
    setSaving(false)
    if (!ending) return
    if (ending.state === 'failed') {
      if (ending.errors) return complain(ending.errors)
      return setOutcome({ tone: 'error', text: ending.message })
    }
    setSaved(ending.value)
    setTyped(typedOf(ending.value))
    setOutcome({ tone: 'success', text: ending.message })
  }
  return { saved, typed, change, errors, isSaving, outcome, save, form, question }
}

/** As the server says them: the first sentence of each field, by its path. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}
