import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useMember } from '#features/accounts/web/public.tsx'
import { sessionShelf } from '#platform/web/browser-storage.ts'
import { Place } from '../contract.ts'
import type { BookingDraft } from './booking-form.tsx'

const Draft = z.object({ place: Place, phone: z.string(), notes: z.string() })

/** What is typed for a session is kept in this tab, through a reload, until the session is booked or somebody logs out. */
export function useBookingDraft(): { form: UseFormReturn<BookingDraft>; forget: () => void } {
  const member = useMember()
  const key = `booking-draft:${member?.id ?? ''}`
  const form = useForm<BookingDraft>({
    defaultValues: readDraft(key) ?? { place: 'online', phone: member?.mobile ?? '', notes: '' },
  })
  const isBooked = useRef(false)
  useEffect(() => {
    const keep = (draft: BookingDraft) =>
      isBooked.current ? undefined : sessionShelf.write(key, JSON.stringify(draft))
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form, key])
  const forget = () => {
    isBooked.current = true
    sessionShelf.remove(key)
  }
  return { form, forget }
}

function readDraft(key: string): BookingDraft | undefined {
  try {
    return Draft.safeParse(JSON.parse(sessionShelf.read(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
