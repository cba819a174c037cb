import { useCallback, useEffect, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { type BookingFiles, listBookingFiles } from '../contract/booking-file.ts'

type FilesState = { state: 'loading' } | { state: 'failed'; message: string } | ({ state: 'loaded' } & BookingFiles)

/** What the member has given the consultant to read. `show` what the server answered to a change. */
export function useBookingFiles(bookingId: string) {
  const [found, setFound] = useState<FilesState>({ state: 'loading' })
  const show = useCallback((files: BookingFiles) => setFound({ state: 'loaded', ...files }), [])
  const reload = useCallback(async () => {
    const ending = await attempt(listBookingFiles, { params: { bookingId } })
    if (ending.state === 'done') show(ending.value)
    // What is there is of more use than the news that it could not be read again.
    else setFound((before) => (before.state === 'loaded' ? before : { state: 'failed', message: ending.message }))
  }, [bookingId, show])
  useEffect(() => void reload(), [reload])
  return { found, show, reload }
}
