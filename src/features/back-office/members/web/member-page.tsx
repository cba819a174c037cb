import { useLoaderData } from 'react-router'
import { listMemberDevices } from '#features/accounts/administration/contract.ts'
import { listPackages } from '#features/catalogue/contract.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatAgo, formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card, Fact } from '#platform/web/ui/card.tsx'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import {
  getMember,
  listMemberBookings,
  listMemberEmails,
  listMemberFiles,
  listMemberNotes,
  listMemberPackages,
  listMemberPurchases,
  listMemberSessionNotes,
  type MemberAccount,
} from '../contract.ts'
import { MemberActionsPanel } from './member-actions-panel.tsx'
import { MemberEmailsSection } from './member-emails-section.tsx'
import { MemberNotesSection } from './member-notes-section.tsx'
import { MemberPackagesSection } from './member-packages-section.tsx'
import {
  MemberBookingsSection,
  MemberDevicesSection,
  MemberFilesSection,
  MemberPurchasesSection,
} from './member-sections.tsx'
import { MemberStatusBadges, roleText } from './member-status-badges.tsx'

export const meta = privateMeta('Member')

/** Items per list before "load more". */
const PAGE_SIZE = 5

export const clientLoader = pageLoader(async ({ params: { memberId = '' } }) => {
  const request = { params: { memberId }, query: { limit: PAGE_SIZE } }
  const [member, packages, purchases, upcoming, past, emails, files, devices, notes, sessionNotes, catalogue] =
    await Promise.all([
      load(getMember, { params: request.params }),
      load(listMemberPackages, request),
      load(listMemberPurchases, request),
      load(listMemberBookings, { ...request, query: { ...request.query, when: 'upcoming' } }),
      load(listMemberBookings, { ...request, query: { ...request.query, when: 'past' } }),
      load(listMemberEmails, request),
      load(listMemberFiles, request),
      load(listMemberDevices, request),
      load(listMemberNotes, request),
      load(listMemberSessionNotes, request),
      load(listPackages),
    ])
  const lists = { packages, purchases, upcoming, past, emails, files, devices, notes, sessionNotes }
  return { member, lists, catalogue, readAt: new Date() }
})

/** Shows an administrator everything about one member. */
export default function MemberPage() {
  const { member, lists, catalogue, readAt } = useLoaderData<typeof clientLoader>()
  const { id } = member
  // The key resets the lists when the member changes.
  return (
    <div key={id} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <MemberAccountPanel member={member} now={readAt} />
      <MemberPackagesSection member={member} first={lists.packages} catalogue={catalogue} />
      <MemberBookingsSection memberId={id} upcoming={lists.upcoming} past={lists.past} />
      <MemberPurchasesSection memberId={id} first={lists.purchases} />
      <MemberNotesSection memberId={id} first={lists.notes} sessionNotes={lists.sessionNotes} />
      <MemberEmailsSection memberId={id} first={lists.emails} />
      <MemberFilesSection memberId={id} first={lists.files} />
      <MemberDevicesSection memberId={id} first={lists.devices} now={readAt} />
    </div>
  )
}

function MemberAccountPanel({ member, now }: { member: MemberAccount; now: Date }) {
  const { id, name, email, role } = member
  return (
    <>
      <PageHeading
        title={name || email}
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <Link to="/admin/members" className="link text-base">
              All members
            </Link>
            <MemberStatusBadges member={member} />
          </span>
        }
        actions={
          <>
            <ButtonLink to={`/admin/conversations/${id}`} variant="quiet" size="small">
              Conversation
            </ButtonLink>
            {role === 'member' ? (
              <ButtonLink
                to={`/admin/members/${id}/impersonate`}
                target="_blank"
                rel="noopener"
                variant="quiet"
                size="small"
              >
                View as member
              </ButtonLink>
            ) : null}
            <ButtonLink to={`/admin/audit?kind=member&object=${id}`} variant="quiet" size="small">
              Staff activity
            </ButtonLink>
          </>
        }
      />
      <Card>
        <MemberFacts member={member} now={now} />
        <MemberActionsPanel member={member} />
      </Card>
    </>
  )
}

function MemberFacts({ member, now }: { member: MemberAccount; now: Date }) {
  const { email, emailVerified, role, mobile, timeZone, joinedAt, lastLoginAt, spend } = member
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Fact name="Email">
        <EmailText email={email} />
        {emailVerified ? null : ', not confirmed'}
      </Fact>
      <Fact name="Mobile">{mobile ? <PhoneLink number={mobile} /> : 'Not added'}</Fact>
      <Fact name="Joined">{formatDate(joinedAt)}</Fact>
      <Fact name="Last login">{lastLoginAt ? formatAgo(lastLoginAt, now) : 'Never'}</Fact>
      <Fact name="Time zone">{timeZone}</Fact>
      <Fact name="Role">{roleText[role]}</Fact>
      <Fact name="Net spend">
        {spend.length === 0
          ? 'Nothing'
          : spend.map(({ amount, currency }) => (
              <span key={currency} className="mr-4">
                <Money amount={amount} currency={currency} />
              </span>
            ))}
      </Fact>
    </dl>
  )
}
