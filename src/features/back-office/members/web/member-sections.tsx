import { useState } from 'react'
import { listMemberDevices, revokeMemberDevice } from '#features/accounts/administration/contract.ts'
import type { Booking } from '#features/bookings/contract.ts'
import { PurchaseBadge } from '#features/purchases/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, load } from '#platform/web/attempt.ts'
import { formatAgo, formatDate, formatMoment } from '#platform/web/format-dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { useAction } from '#platform/web/use-action.ts'
import {
  getMemberFileContent,
  listMemberBookings,
  listMemberFiles,
  listMemberPurchases,
  type MemberFile,
} from '../contract.ts'
import { MemberList, MemberListSection, type MemberSectionProps } from './member-list-section.tsx'

export function MemberFilesSection({ memberId, first }: MemberSectionProps<typeof listMemberFiles>) {
  return (
    <MemberListSection
      title="Files"
      emptyText="No files yet."
      first={first}
      fetchPage={(cursor) => load(listMemberFiles, { params: { memberId }, query: { cursor } })}
    >
      {(file) => (
        <>
          <OpenFileButton memberId={memberId} file={file} />
          <p className="text-sm text-muted wrap-anywhere">
            {file.kind === 'session' ? 'Uploaded for' : 'Deliverable:'} {file.title}, {formatDate(file.addedAt)}
          </p>
        </>
      )}
    </MemberListSection>
  )
}

/** Each file has its own busy state, so that a large file does not block the others. */
function OpenFileButton({ memberId, file: { id, name } }: { memberId: string; file: MemberFile }) {
  const { run } = useAction({ toast: 'failure' })
  const open = () =>
    run(
      () => attempt(getMemberFileContent, { params: { memberId, fileId: id } }),
      (file) => saveFile({ ...file, name }),
    )
  return (
    <button
      type="button"
      onClick={open}
      className="link min-h-6 cursor-pointer justify-self-start text-left font-semibold wrap-anywhere"
    >
      {name}
    </button>
  )
}

export function MemberPurchasesSection({ memberId, first }: MemberSectionProps<typeof listMemberPurchases>) {
  return (
    <MemberListSection
      title="Purchases"
      emptyText="No purchases yet."
      first={first}
      fetchPage={(cursor) => load(listMemberPurchases, { params: { memberId }, query: { cursor } })}
    >
      {(purchase) => (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/admin/purchases/${purchase.id}`} className="link font-semibold wrap-anywhere">
              {purchase.packageTitle}
            </Link>
            <PurchaseBadge purchase={purchase} />
          </p>
          <p className="text-sm text-muted">
            {purchase.reference ? `${purchase.reference}, ` : ''}
            {formatDate(purchase.purchaseDate)}, <Money amount={purchase.total} currency={purchase.currency} />
            {purchase.refunded > 0 ? (
              <>
                , <Money amount={purchase.refunded} currency={purchase.currency} /> refunded
              </>
            ) : null}
          </p>
        </>
      )}
    </MemberListSection>
  )
}

type MemberDevicesProps = MemberSectionProps<typeof listMemberDevices> & { now: Date }

export function MemberDevicesSection({ memberId, first, now }: MemberDevicesProps) {
  const [revoking, setRevoking] = useState<(typeof first.items)[number]>()
  return (
    <>
      <MemberListSection
        title="Active logins"
        emptyText="No active logins."
        first={first}
        fetchPage={(cursor) => load(listMemberDevices, { params: { memberId }, query: { cursor } })}
      >
        {(device) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0">
              <span className="font-semibold wrap-anywhere">{device.device}</span>
              <span className="block text-sm text-muted">
                Last used {formatAgo(device.lastUsedAt, now)}, logged in {formatAgo(device.signedInAt, now)}
              </span>
            </p>
            <Button variant="quiet" size="small" onClick={() => setRevoking(device)}>
              Log out<span className="sr-only"> of {device.device}</span>
            </Button>
          </div>
        )}
      </MemberListSection>
      {revoking ? (
        <ReasonDialog
          title={`Log out of ${revoking.device}`}
          act="Log out"
          readBy="This will be recorded in the audit log."
          maxLength={500}
          send={(reason) =>
            attempt(revokeMemberDevice, { params: { memberId, sessionId: revoking.id }, body: { reason } })
          }
          onClose={() => setRevoking(undefined)}
        >
          <p>
            Anyone using this device will have to log in again, with two-factor login if the member has turned it on.
          </p>
        </ReasonDialog>
      ) : null}
    </>
  )
}

type Bookings = ResponseOf<typeof listMemberBookings>

type MemberBookingsProps = { memberId: string; upcoming: Bookings; past: Bookings }

export function MemberBookingsSection({ memberId, upcoming, past }: MemberBookingsProps) {
  const fetchPage = (when: 'upcoming' | 'past') => (cursor: string) =>
    load(listMemberBookings, { params: { memberId }, query: { cursor, when } })
  return (
    <TitledCard title="Sessions">
      <div className="grid gap-6">
        <MemberList first={upcoming} fetchPage={fetchPage('upcoming')} emptyText="No upcoming sessions.">
          {(booking) => <BookingLine booking={booking} />}
        </MemberList>
        {past.items.length > 0 ? (
          <div>
            <h4 className="mb-4 font-semibold">Past and cancelled</h4>
            <MemberList first={past} fetchPage={fetchPage('past')} emptyText="">
              {(booking) => <BookingLine booking={booking} />}
            </MemberList>
          </div>
        ) : null}
      </div>
      <div className="mt-6">
        <ButtonLink to={`/admin/members/${memberId}/book`} variant="secondary" size="small">
          Book a session for this member
        </ButtonLink>
      </div>
    </TitledCard>
  )
}

const stateBadges = {
  booked: ['Booked', 'info'],
  cancelled: ['Cancelled', 'neutral'],
  held: ['Completed', 'success'],
  missed: ['No-show', 'warning'],
} satisfies Record<Booking['state'], [string, BadgeTone]>

function BookingLine({ booking: { id, title, packageTitle, startsAt, state, consultant } }: { booking: Booking }) {
  const [label, tone] = stateBadges[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/bookings/${id}`} className="link font-semibold wrap-anywhere">
          {title}
        </Link>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {formatMoment(startsAt)},{' '}
        {consultant ? (
          <Link to={`/admin/consultants/${consultant.id}`} className="link">
            {consultant.displayName}
          </Link>
        ) : (
          'a consultant who has left'
        )}
        , {packageTitle}
      </p>
    </>
  )
}
