import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatAgo, formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listMembers, type MemberFilter, type MemberSummary, saveMembers } from '../contract/member.ts'
import { InviteStaffDialog } from './invite-staff-dialog.tsx'
import { MemberBadges } from './member-state-panel.tsx'
import { MembersFilterForm, readFilter } from './members-filter-form.tsx'

export function meta() {
  return [{ title: 'Members' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const filter = readFilter(new URL(request.url).searchParams)
  return { filter, first: await fetchPage(filter), readAt: new Date() }
}
clientLoader.hydrate = true as const

function fetchPage(filter: MemberFilter, cursor?: string) {
  return load(listMembers, { query: { cursor, ...filter } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: everybody with an account, members and staff. */
export default function MembersPage() {
  const { filter, first, readAt } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading
        title="Members"
        lead="Everybody with an account, the newest first."
        actions={
          <>
            <ButtonLink to="/admin/members?role=staff" variant="quiet" size="small">
              Staff
            </ButtonLink>
            <Button variant="quiet" size="small" onClick={() => setIsInviting(true)}>
              Invite staff
            </Button>
            <CsvButton fetchFile={() => attempt(saveMembers, { query: filter })} />
          </>
        }
      />
      <MembersFilterForm key={JSON.stringify(filter)} filter={filter} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">
            {Object.keys(filter).length > 0 ? 'Nobody fits this search.' : 'Nobody has an account yet.'}
          </p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((member) => (
              <MemberRow key={member.id} member={member} now={readAt} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
      {isInviting ? <InviteStaffDialog onClose={() => setIsInviting(false)} /> : null}
    </>
  )
}

function MemberRow({ member, now }: { member: MemberSummary; now: Date }) {
  const { id, name, email, state, joinedAt, lastLoginAt, activePackages } = member
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {state === 'deleted' ? (
          <span className="font-semibold text-muted">An account that was deleted</span>
        ) : (
          <Link to={`/admin/members/${id}`} className="link min-w-0 font-semibold wrap-anywhere">
            {name || email}
          </Link>
        )}
        <MemberBadges member={member} />
      </p>
      {email ? <p className="text-muted wrap-anywhere">{email}</p> : null}
      <p className="text-sm text-muted">
        Joined {formatDate(joinedAt)}
        {lastLoginAt ? `, last here ${formatAgo(lastLoginAt, now)}` : ', never logged in'}
        {packagesInWords(activePackages)}
      </p>
    </li>
  )
}

function packagesInWords(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', one package runs' : `, ${count} packages run`
}
