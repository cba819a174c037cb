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
        {isDisabled ? null : button('password-link', 'Send password link')}
        {button('role', 'Change role')}
        {button('data', 'Download personal data')}
        {button('access', isDisabled ? 'Enable account' : 'Disable account')}
        {member.role === 'member' ? button('erase', 'Erase account') : null}
      </div>
      <ActionDialog action={action} member={member} onClose={() => setAction(undefined)} />
    </>
  )
}

type ActionProps = { action: Action | undefined; member: MemberAccount; onClose: () => void }

const auditedReason = { readBy: 'This will be recorded in the audit log.', maxLength: 500 }

function ActionDialog({ action, member, onClose }: ActionProps) {
  const params = { memberId: member.id }
  if (action === 'access') return <AccessDialog member={member} onClose={onClose} />
  if (action === 'role') return <ChangeRoleDialog member={member} onClose={onClose} />
  if (action === 'erase') return <EraseMemberDialog member={member} onClose={onClose} />
  if (action === 'password-link')
    return (
      <ReasonDialog
        title="Send password link"
        act="Send link"
        {...auditedReason}
        send={(reason) => attempt(sendMemberPasswordLink, { params, body: { reason } })}
        onClose={onClose}
      >
        <p>
          We’ll email this person a link to set a new password. Their old password will work until they set a new one.
        </p>
      </ReasonDialog>
    )
  if (action === 'data')
    return (
      <ReasonDialog
        title="Download personal data"
        act="Download data"
        {...auditedReason}
        send={(reason) => attempt(exportMember, { params, body: { reason } })}
        onDone={saveFile}
        onClose={onClose}
      >
        <p>
          Do this if the member has asked for their data. You’ll get a zip file of everything we hold about them. Make
          sure no one else receives it.
        </p>
      </ReasonDialog>
    )
  return null
}

function AccessDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const isAllowed = member.state === 'disabled'
  return (
    <ReasonDialog
      title={isAllowed ? 'Enable account' : 'Disable account'}
      act={isAllowed ? 'Enable account' : 'Disable account'}
      variant={isAllowed ? 'primary' : 'danger'}
      {...auditedReason}
      send={(reason) => attempt(updateAccountAccess, { params: { memberId: member.id }, body: { isAllowed, reason } })}
      onClose={onClose}
    >
      {isAllowed ? (
        <p>This person will be able to log in again with their old password. We’ll email them to say so.</p>
      ) : (
        <>
          <p>
            This person will be logged out everywhere and won’t be able to log back in. Links we’ve sent them and their
            calendar link will stop working, and their devices will no longer be trusted. We’ll email them, but won’t
            tell them your reason.
          </p>
          <p>Their packages, booked sessions and subscriptions will continue. Cancel any that should stop.</p>
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
    if (!role) return { state: 'failed' as const, message: 'Choose a role.' }
    return attempt(changeRole, { params: { memberId: member.id }, body: { role, from: member.role, reason } })
  }
  return (
    <ReasonDialog title="Change role" act="Change role" {...auditedReason} send={send} onClose={onClose}>
      <p>This person will be logged out everywhere, and we’ll email them. {roleChangeText[member.role]}</p>
      <SelectField
        label="New role"
        prompt="Choose one"
        choices={choices}
        value={role}
        onChange={({ target }) => setRole(otherRoles.find((otherRole) => otherRole === target.value) ?? '')}
      />
    </ReasonDialog>
  )
}

const roleChangeText = {
  member: 'Staff can see members’ data, so make sure you know who this is.',
  consultant: 'Their booked sessions will be cancelled within minutes, and we’ll tell the members.',
  administrator: 'They’ll lose access to the back office straight away.',
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
      title="Erase account"
      act="Erase account"
      variant="danger"
      {...auditedReason}
      send={(reason) => attempt(eraseMember, { params, body: { confirmation, reason } })}
      onDone={() => navigate('/admin/members')}
      onClose={onClose}
    >
      <p>
        Do this only if the member has asked you to. We’ll delete their account and personal data, then send them a
        final email. You can’t undo this.
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
  if (preview.state === 'loading') return <Spinner label="Checking what will end" />
  if (preview.state === 'failed') return <Alert tone="error">{preview.message}</Alert>
  const { packages, upcomingSessions, kept } = preview.value
  if (packages.length + upcomingSessions + kept.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {packages.map(({ title, endsAt }) => (
        <li key={`${title} ${endsAt}`}>
          {title} will end now instead of on {formatCompanyDate(endsAt)}
        </li>
      ))}
      {upcomingSessions > 0 ? <li>Booked sessions that will be cancelled: {upcomingSessions}</li> : null}
      {kept.map(({ kind, count, until }) => (
        <li key={kind}>
          {kind === 'invoices' ? 'Invoices' : 'Complaints'} we have to keep by law: {count}, until {formatDate(until)}
        </li>
      ))}
    </ul>
  )
}
