import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAgo, formatDate } from '#platform/web/dates.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import type { MemberAccount } from '../contract/member.ts'
import { MemberActsPanel } from './member-acts-panel.tsx'
import { MemberBadges, roleWords } from './member-state-panel.tsx'

/** Who it is, and what can be done with the account. */
export function MemberAccountPanel({ member, now }: { member: MemberAccount; now: Date }) {
  const { id, name, email, role, mobile, timeZone, joinedAt, lastLoginAt, spend } = member
  return (
    <>
      <PageHeading
        title={name || email}
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <Link to="/admin/members" className="link text-base">
              All members
            </Link>
            <MemberBadges member={member} />
          </span>
        }
        actions={
          <>
            <ButtonLink to={`/admin/conversations/${id}`} variant="quiet" size="small">
              Conversation
            </ButtonLink>
            {role === 'member' ? (
              <ButtonLink to={`/admin/members/${id}/view`} target="_blank" rel="noopener" variant="quiet" size="small">
                View as member
              </ButtonLink>
            ) : null}
            <ButtonLink to={`/admin/audit?kind=member&object=${id}`} variant="quiet" size="small">
              What staff did
            </ButtonLink>
          </>
        }
      />
      <Card>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact name="Email">
            <span className="wrap-anywhere">{email}</span>
            {member.emailVerified ? null : ', not confirmed'}
          </Fact>
          <Fact name="Mobile">{mobile ? <PhoneLink number={mobile} /> : 'Not given'}</Fact>
          <Fact name="Joined">{formatDate(joinedAt)}</Fact>
          <Fact name="Last login">{lastLoginAt ? formatAgo(lastLoginAt, now) : 'Never'}</Fact>
          <Fact name="Time zone">{timeZone}</Fact>
          <Fact name="Role">{roleWords[role]}</Fact>
          <Fact name="Spent, less what went back">
            {spend.length === 0
              ? 'Nothing'
              : spend.map(({ amount, currency }) => (
                  <span key={currency} className="mr-4">
                    <Money amount={amount} currency={currency} />
                  </span>
                ))}
          </Fact>
        </dl>
        <MemberActsPanel member={member} />
      </Card>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
