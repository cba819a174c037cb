import { useEffect, useState } from 'react'

/** SPEC §2: how long the page says that the profile was saved. */
const SHOWN_MS = 3_000

/** The words for what was saved a moment ago; they go by themselves. */
export function useSavedMessage(): { saved: string | undefined; showSaved: (message: string) => void } {
  // An object each time: the same words count anew.
  const [shown, setShown] = useState<{ message: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return { saved: shown?.message, showSaved: (message) => setShown({ message }) }
}
