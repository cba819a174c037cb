import { useCallback, useEffect, useState } from 'react'

/** SPEC §2: how long the page says that the profile was saved. */
const SHOWN_MS = 3_000

/** A message about a save, which disappears after a few seconds. */
export function useSavedMessage(): { saved: string | undefined; showSaved: (message: string) => void } {
  // A new object each time, so that the same message restarts the timer.
  const [shownMessage, setShownMessage] = useState<{ message: string }>()
  useEffect(() => {
    if (!shownMessage) return
    const timer = setTimeout(() => setShownMessage(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shownMessage])
  return { saved: shownMessage?.message, showSaved: (message) => setShownMessage({ message }) }
}

/** SPEC §4: how long the message is shown after sending. */
const NOTICE_MS = 60_000

/** A message shown after sending, which disappears after a minute or at the next edit. */
export function useTimedNotice<Notice>() {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, show: setNotice, clear: useCallback(() => setNotice(null), []) }
}
