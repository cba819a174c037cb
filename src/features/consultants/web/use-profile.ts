import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { base64Of, shrinkPicture } from '#platform/web/shrink-picture.ts'
import { type Profile, saveProfile } from '../contract/profile.ts'

type Typed = Pick<Profile, 'displayName' | 'summary' | 'languages' | 'services' | 'isShown'> & {
  jobTitle: string
  position: string
  /** Another picture than the one there is, in base64. */
  image: string | null
}

const NOT_A_PICTURE = 'We cannot read this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.'

/** An entry while it is edited, and how it is saved: all of it at once. */
export function useProfile(loaded: Profile) {
  const [saved, setSaved] = useState(loaded)
  const [typed, setTyped] = useState(() => typedOf(loaded))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; text: string }>()

  const change = (changes: Partial<Typed>) => {
    setTyped({ ...typed, ...changes })
    setOutcome(undefined)
  }
  const choosePicture = async (file: File) => {
    try {
      change({ image: await base64Of(await shrinkPicture(file)) })
      setErrors({})
    } catch {
      setErrors({ image: NOT_A_PICTURE })
    }
  }
  const save = async () => {
    if (isSaving) return
    setErrors({})
    setOutcome(undefined)
    setSaving(true)
    const { jobTitle, position, ...fields } = typed
    const ending = await attempt(saveProfile, {
      params: { accountId: saved.accountId },
      body: {
        version: saved.version,
        ...fields,
        jobTitle: jobTitle.trim() || null,
        position: /^\d+$/.test(position.trim()) ? Number(position) : Number.NaN,
      },
    })
    setSaving(false)
    if (ending.state === 'failed') {
      setErrors(ending.errors ?? {})
      const isMarked = Object.keys(ending.errors ?? {}).length > 0
      const text = isMarked ? 'This cannot be saved yet. Please look at the fields in red.' : ending.message
      return setOutcome({ tone: 'error', text })
    }
    setSaved(ending.value)
    setTyped(typedOf(ending.value))
    setOutcome({ tone: 'success', text: ending.message })
  }
  return { saved, typed, change, choosePicture, errors, isSaving, outcome, save }
}

function typedOf({ displayName, jobTitle, summary, languages, services, position, isShown }: Profile): Typed {
  return {
    displayName,
    jobTitle: jobTitle ?? '',
    summary,
    languages,
    services,
    position: String(position),
    isShown,
    image: null,
  }
}
