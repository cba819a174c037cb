import type { Generated } from 'kysely'
import type { BookingState, CancelledBy, Place } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    availability: {
      consultant_id: string
      version: Generated<number>
      time_zone: string
      buffer_minutes: Generated<number>
      minimum_notice_minutes: Generated<number>
      horizon_days: Generated<number>
      daily_limit: number | null
      meeting_url: string | null
    }
    weekly_hours: {
      consultant_id: string
      weekday: number
      starts_minute: number
      ends_minute: number
    }
    day_hours: {
      consultant_id: string
      /** "2026-11-21". Read it as text: a driver makes a moment of some zone of it. */
      day: string
      starts_minute: number
      ends_minute: number
    }
    day_off: {
      consultant_id: string
      day: string
      reason: string | null
    }
    consultant_session: {
      consultant_id: string
      package_id: string
      line_key: string
    }
    imported_calendar: {
      id: Generated<string>
      consultant_id: string
      url: string
      fetched_at: Date | null
      problem: string | null
    }
    busy_time: {
      id: Generated<string>
      calendar_id: string
      consultant_id: string
      during: string
    }
    booking_file: {
      booking_id: string
      number: number
      file_id: string
      added_at: Date
    }
    earlier_wish: {
      booking_id: string
      wished_at: Date
    }
    earlier_window: {
      booking_id: string
      starts_at: Date
      ends_at: Date
    }
    earlier_offer: {
      id: Generated<string>
      booking_id: string
      hold_id: string | null
      starts_at: Date
      offered_at: Date
      expires_at: Date
      answer: 'accepted' | 'declined' | 'lapsed' | null
    }
    rating: {
      booking_id: string
      score: number
      words: string | null
      may_publish: boolean
      consent_version: string | null
      consented_at: Date | null
      shown_name: string | null
      rated_at: Date
    }
    booking: {
      id: Generated<string>
      member_id: string
      consultant_id: string | null
      entitlement_id: string
      line_key: string
      package_id: string
      title: string
      minutes: number
      is_unlimited: boolean
      starts_at: Date
      ends_at: Date
      occupied: string
      state: BookingState
      reserved_until: Date | null
      place: Place | null
      phone: string | null
      notes: string | null
      sequence: Generated<number>
      created_at: Date
      booked_at: Date | null
      moved_at: Generated<Date | null>
      cancelled_at: Date | null
      cancelled_by: CancelledBy | null
      is_forfeited: Generated<boolean>
      returned_at: Generated<Date | null>
      is_offer: Generated<boolean>
    }
    session_note: {
      id: Generated<string>
      booking_id: string
      author_id: string
      is_shared: boolean
      text: string
      written_at: Date
    }
  }
}
