import { useCallback, useEffect, useState } from 'react'

/** SPEC §2: how long the controls stay without a movement while a film plays. */
const CONTROLS_MS = 3_000

/** Whether controls are to be seen: always while nothing plays, else for a while after every `stir`. */
export function useIdleControls(isPlaying: boolean) {
  const [stirred, setStirred] = useState(0)
  const [isIdle, setIsIdle] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every stir starts the time anew
  useEffect(() => {
    setIsIdle(false)
    if (!isPlaying) return
    const timer = setTimeout(() => setIsIdle(true), CONTROLS_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, stirred])

  return { areShown: !isIdle, stir: useCallback(() => setStirred((count) => count + 1), []) }
}
