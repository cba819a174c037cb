import { useEffect, useRef } from 'react'

/** Brings into view what the newest message leads to: the place to answer it. @param newestId undefined: there is none */
export function useSeenEnd(newestId: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What is no browser cannot scroll.
    if (newestId) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [newestId])
  return end
}
