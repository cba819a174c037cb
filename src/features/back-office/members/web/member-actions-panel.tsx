import { useState } from 'react'
import { useNavigate } from 'react-router'
import { changeRole, sendMemberPasswordLink, updateAccountAccess } from '#features/accounts/administration/contract.ts'
import { Role } from '#features/accounts/contract.ts'
import { eraseMember, exportMember, previewMemberDeletion } from '#features/accounts/privacy/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { type Loaded, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { MemberAccount } from '../contract.ts'
import { roleText } from './member-status-badges.tsx'

type Action = 'access' | 'password-link' | 'data' | 'role' | 'erase'

/** Every action asks for a reason first. */
export function MemberActionsPanel({ member }: { member: MemberAccount }) {
  const [action, setAction] = useState<Action>()
  const button = (value: Action, label: string) => (
    <Button variant="quiet" size="small" onClick={() => setAction(value)}>
      {label}
    </Button>
  )
  const isDisabled = member.state === 'disabled'
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        {isDisabled ? null : button('password-link', 'Send a password link')}
        {button('role', 'Change the role')}
        {button('data', 'Save their data')}
        {button('access', isDisabled ? 'Enable the account' : 'Disable the account')}
        {member.role === 'member' ? button('erase', 'Erase the account') : null}
      </div>
      <ActionDialog action={action} member={member} onClose={() => setAction(undefined)} />
    </>
  )
}

type ActionProps = { action: Action | undefined; member: MemberAccount; onClose: () => void }

const auditedReason = { readBy: 'Kept in the audit log.', maxLength: 500 }

function ActionDialog({ action, member, onClose }: ActionProps) {
  const params = { memberId: member.id }
  if (action === 'access') return <AccessDialog member={member} onClose={onClose} />
  if (action === 'role') return <ChangeRoleDialog member={member} onClose={onClose} />
  if (action === 'erase') return <EraseMemberDialog member={member} onClose={onClose} />
  if (action === 'password-link')
    return (
      <ReasonDialog
        title="Send a password link"
        act="Send the link"
        {...auditedReason}
        send={(reason) => attempt(sendMemberPasswordLink, { params, body: { reason } })}
        onClose={onClose}
      >
        <p>They get a letter with a link that sets a new password. Until they use it, the old one works.</p>
      </ReasonDialog>
    )
  if (action === 'data')
    return (
      <ReasonDialog
        title="Save their data"
        act="Save the file"
        {...auditedReason}
        send={(reason) => attempt(exportMember, { params, body: { reason } })}
        onDone={saveFile}
        onClose={onClose}
      >
        <p>
          For a member who has asked us for it: a zip with everything that we know about them. Please make sure that it
          reaches them alone.
        </p>
      </ReasonDialog>
    )
  return null
}

function AccessDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const isAllowed = member.state === 'disabled'
  return (
    <ReasonDialog
      title={isAllowed ? 'Enable the account' : 'Disable the account'}
      act={isAllowed ? 'Enable' : 'Disable'}
      variant={isAllowed ? 'primary' : 'danger'}
      {...auditedReason}
      send={(reason) => attempt(updateAccountAccess, { params: { memberId: member.id }, body: { isAllowed, reason } })}
      onClose={onClose}
    >
      {isAllowed ? (
        <p>They can log in again with the password that they had, and get a letter that says so.</p>
      ) : (
        <>
          <p>
            Nobody can log in to it any more. They are logged out everywhere, and links, devices that were trusted and
            the address for calendars end. They get a letter that says so, without your reason.
          </p>
          <p>Packages, booked sessions and subscriptions stay as they are: please end those that should end.</p>
        </>
      )}
    </ReasonDialog>
  )
}

function ChangeRoleDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const otherRoles = Role.options.filter((role) => role !== member.role)
  const [role, setRole] = useState<Role | ''>('')
  const choices = otherRoles.map((otherRole) => [otherRole, roleText[otherRole]] as const)
  const send = async (reason: string) => {
    if (!role) return { state: 'failed' as const, message: 'Please choose a role.' }
    return attempt(changeRole, { params: { memberId: member.id }, body: { role, from: member.role, reason } })
  }
  return (
    <ReasonDialog title="Change the role" act="Change the role" {...auditedReason} send={send} onClose={onClose}>
      <p>They are logged out everywhere and told by a letter. {roleChangeText[member.role]}</p>
      <SelectField
        label="Their role from now on"
        prompt="Please choose"
        choices={choices}
        value={role}
        onChange={({ target }) => setRole(otherRoles.find((otherRole) => otherRole === target.value) ?? '')}
      />
    </ReasonDialog>
  )
}

const roleChangeText = {
  member: 'Staff see what belongs to members: please be sure who this is.',
  consultant: 'Sessions that are booked with them are cancelled within minutes, and their members told.',
  administrator: 'The back office is closed to them at once.',
} satisfies Record<Role, string>

type Deletion = ResponseOf<typeof previewMemberDeletion>

/** Shows what is deleted, cancelled and kept before the administrator types ERASE. */
function EraseMemberDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const navigate = useNavigate()
  const [confirmation, setConfirmation] = useState('')
  const params = { memberId: member.id }
  const { found } = useLoaded(previewMemberDeletion, { params })
  return (
    <ReasonDialog
      title="Erase the account"
      act="Erase for good"
      variant="danger"
      {...auditedReason}
      send={(reason) => attempt(eraseMember, { params, body: { confirmation, reason } })}
      onDone={() => navigate('/admin/members')}
      onClose={onClose}
    >
      <p>
        For a member who has asked us to. Their account and personal data are deleted, as if they had done it
        themselves, and they get a last letter. This cannot be undone.
      </p>
      <DeletionPreview preview={found} />
      <TextField
        label="Type ERASE to confirm"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={confirmation}
        onChange={({ target }) => setConfirmation(target.value)}
      />
    </ReasonDialog>
  )
}

function DeletionPreview({ preview }: { preview: Loaded<Deletion> }) {
  if (preview.state === 'loading') return <Spinner label="Looking what would end" />
  if (preview.state === 'failed') return <Alert tone="error">{preview.message}</Alert>
  const { packages, upcomingSessions, kept } = preview.value
  if (packages.length + upcomingSessions + kept.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {packages.map(({ title, endsAt }) => (
        <li key={`${title} ${endsAt}`}>
          {title} ends at once; it would run until {formatCompanyDate(endsAt)}
        </li>
      ))}
      {upcomingSessions > 0 ? <li>Sessions that are booked are cancelled: {upcomingSessions}</li> : null}
      {kept.map(({ kind, count, until }) => (
        <li key={kind}>
          {kind === 'invoices' ? 'Invoices' : 'Complaints'} that the law has us keep: {count}, until {formatDate(until)}
        </li>
      ))}
    </ul>
  )
}
