import { useCallback, useEffect, useState } from 'react'

/** SPEC §4: how long the words after sending stay. */
const NOTICE_MS = 60_000

/** Something said after sending, which goes after a minute and with any edit. */
export function usePassingNotice<Notice>() {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, show: setNotice, clear: useCallback(() => setNotice(null), []) }
}
