import { useCallback, useEffect, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { type ImportedCalendar, listCalendars } from '../contract/imported-calendar.ts'

type Calendars =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; calendars: ImportedCalendar[]; readAt: Date }

/** One that was just added is read within seconds: so often, and so soon, the list is asked for again. */
const MOST_LOOKS = 10
const LOOK_AGAIN_MS = 3_000

/** The calendars of the consultant that are read, asked for again while one of them is on its way. */
export function useCalendars(): { list: Calendars; reload: () => Promise<void> } {
  const [list, setList] = useState<Calendars>({ state: 'loading' })
  const [looks, setLooks] = useState(0)

  const load = useCallback(async () => {
    const ending = await attempt(listCalendars)
    // What is there is of more use than the news that it could not be read again.
    if (ending.state === 'done') setList({ state: 'loaded', calendars: ending.value, readAt: new Date() })
    else setList((before) => (before.state === 'loaded' ? before : { state: 'failed', message: ending.message }))
  }, [])
  const reload = useCallback(() => {
    setLooks(0)
    return load()
  }, [load])

  useEffect(() => void load(), [load])

  useEffect(() => {
    const isWaiting = list.state === 'loaded' && list.calendars.some(isOnItsWay)
    if (!isWaiting || looks >= MOST_LOOKS) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      void load()
    }, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [list, looks, load])

  return { list, reload }
}

export function isOnItsWay({ readAt, problem }: ImportedCalendar): boolean {
  return readAt === null && problem === null
}
