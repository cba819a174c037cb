import type { Booking } from '#features/bookings/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { listMemberBookings } from '../contract/member.ts'
import { MemberList } from './member-lists-section.tsx'

type Page = ResponseOf<typeof listMemberBookings>

export function MemberBookingsSection({ memberId, upcoming, past }: { memberId: string; upcoming: Page; past: Page }) {
  const fetchPage = (when: 'upcoming' | 'past') => (cursor: string) =>
    load(listMemberBookings, { params: { memberId }, query: { cursor, when } })
  return (
    <TitledCard title="Sessions">
      <div className="grid gap-6">
        <MemberList first={upcoming} fetchPage={fetchPage('upcoming')} none="Nothing is booked.">
          {(booking) => <BookingLine booking={booking} />}
        </MemberList>
        {past.items.length > 0 ? (
          <div>
            <h4 className="mb-4 font-semibold">Past and cancelled</h4>
            <MemberList first={past} fetchPage={fetchPage('past')} none="">
              {(booking) => <BookingLine booking={booking} />}
            </MemberList>
          </div>
        ) : null}
      </div>
      <div className="mt-6">
        <ButtonLink to={`/admin/members/${memberId}/book`} variant="secondary" size="small">
          Book a session for them
        </ButtonLink>
      </div>
    </TitledCard>
  )
}

const states = {
  booked: ['Booked', 'info'],
  cancelled: ['Cancelled', 'neutral'],
  held: ['Held', 'success'],
  missed: ['Missed', 'warning'],
} satisfies Record<Booking['state'], [string, BadgeTone]>

function BookingLine({ booking: { title, packageTitle, startsAt, state, consultant } }: { booking: Booking }) {
  const [words, tone] = states[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {formatMoment(startsAt)}, {consultant ? consultant.displayName : 'a consultant who has left'}, {packageTitle}
      </p>
    </>
  )
}
