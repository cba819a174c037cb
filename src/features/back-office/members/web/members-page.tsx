import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { INVITATION_DAYS, inviteStaff } from '#features/accounts/administration/contract.ts'
import { Role } from '#features/accounts/contract.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatAgo, formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, ListPage, readFilter } from '#platform/web/ui/list-page.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { downloadMembers, listMembers, MemberFilter, MemberState, type MemberSummary } from '../contract.ts'
import { MemberStatusBadges, roleText, stateText } from './member-status-badges.tsx'

export const meta = privateMeta('Members')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(MemberFilter, request)
  return { filter, first: await load(listMembers, { query: filter }), readAt: new Date() }
})

export default function MembersPage() {
  const { filter, first, readAt } = useLoaderData<typeof clientLoader>()
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <ListPage
        title="Members"
        lead="Everyone with an account, newest first."
        actions={
          <>
            <ButtonLink to="/admin/members?role=staff" variant="quiet" size="small">
              Staff
            </ButtonLink>
            <Button variant="quiet" size="small" onClick={() => setIsInviting(true)}>
              Invite staff
            </Button>
          </>
        }
        list={listMembers}
        download={downloadMembers}
        filter={filter}
        first={first}
        none={Object.keys(filter).length > 0 ? 'No members match your search.' : 'No accounts yet.'}
        row={(member) => <MemberRow key={member.id} member={member} now={readAt} />}
      >
        <MembersFilterForm filter={filter} />
      </ListPage>
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
          <span className="font-semibold text-muted">Deleted account</span>
        ) : (
          <Link to={`/admin/members/${id}`} className="link min-w-0 font-semibold wrap-anywhere">
            {name || email}
          </Link>
        )}
        <MemberStatusBadges member={member} />
      </p>
      {email ? (
        <p className="text-muted">
          <EmailText email={email} />
        </p>
      ) : null}
      <p className="text-sm text-muted">
        Joined {formatDate(joinedAt)}
        {lastLoginAt ? `, last logged in ${formatAgo(lastLoginAt, now)}` : ', never logged in'}
        {describePackages(activePackages)}
      </p>
    </li>
  )
}

function describePackages(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', 1 active package' : `, ${count} active packages`
}

const states = MemberState.options.map((state) => [state, stateText[state]] as const)
const roles = [...Role.options.map((role) => [role, roleText[role]] as const), ['staff', 'All staff'] as const]
const packages = [
  ['with', 'With an active package'],
  ['without', 'Without an active package'],
] as const

function MembersFilterForm({ filter }: { filter: MemberFilter }) {
  return (
    <FilterForm filter={filter}>
      {(field) => (
        <>
          <TextField
            label="Name, email or business"
            type="search"
            maxLength={100}
            className="grow basis-60 sm:max-w-md"
            {...field('search')}
          />
          <SelectField label="Status" prompt="All" choices={states} {...field('state')} />
          <SelectField label="Role" prompt="All" choices={roles} {...field('role')} />
          <SelectField label="Packages" prompt="All" choices={packages} {...field('package')} />
        </>
      )}
    </FilterForm>
  )
}

const staffRoles = [
  ['consultant', 'Consultant: runs sessions and prepares deliverables'],
  ['administrator', 'Administrator: full access to the back office'],
] as const

/** The password link goes only to the invited person's mailbox. */
function InviteStaffDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const { field, errors, isSubmitting, problem, submit } = useEndpointForm(bodyOf(inviteStaff), {
    fields: ['firstName', 'lastName', 'email', 'role'],
    refusals: { 'email-taken': 'email' },
    send: (body) => attempt(inviteStaff, { body }),
    onDone: (_, message) => {
      notify.success(message)
      onClose()
      return revalidate()
    },
  })
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <Form onSubmit={submit} className="grid gap-5">
        <p className="text-muted">
          We’ll email them a link to set a password. It works once and expires after {INVITATION_DAYS} days.
        </p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
        <TextField label="Email address" type="email" {...field('email')} />
        <SelectField
          label="Role"
          prompt="Choose one"
          choices={staffRoles}
          {...field('role')}
          error={errors.role && 'Choose a role'}
        />
        <Button type="submit" wide busy={isSubmitting} busyLabel="Inviting…">
          Send invitation
        </Button>
      </Form>
    </Dialog>
  )
}
