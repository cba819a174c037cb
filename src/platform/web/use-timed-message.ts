import { useCallback, useEffect, useState } from 'react'

/** SPEC §2: how long the page says that the profile was saved. */
const SHOWN_MS = 3_000

/** A message about a save, which disappears by itself. */
export function useSavedMessage(): { saved: string | undefined; showSaved: (message: string) => void } {
  // A new object each time, so that the same message restarts the timer.
  const [shown, setShown] = useState<{ message: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return { saved: shown?.message, showSaved: (message) => setShown({ message }) }
}

/** SPEC §4: how long the message after sending is shown. */
const NOTICE_MS = 60_000

/** A message after sending, which disappears after a minute or with any edit. */
export function useTimedNotice<Notice>() {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, show: setNotice, clear: useCallback(() => setNotice(null), []) }
}
