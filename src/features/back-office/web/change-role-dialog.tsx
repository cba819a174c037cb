import { useState } from 'react'
import { changeRole } from '#features/accounts/contract/staff.ts'
import { Role } from '#features/accounts/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import type { MemberAccount } from '../contract/member.ts'
import { roleWords } from './member-state-panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export function ChangeRoleDialog({ member, onClose }: { member: MemberAccount; onClose: () => void }) {
  const others = Role.options.filter((role) => role !== member.role)
  const [role, setRole] = useState<Role | ''>('')
  const choices = others.map((other) => [other, roleWords[other]] as const)
  const send = async (reason: string) => {
    if (!role) return { state: 'failed' as const, message: 'Please choose a role.' }
    return attempt(changeRole, { params: { memberId: member.id }, body: { role, from: member.role, reason } })
  }
  return (
    <ReasonDialog
      title="Change the role"
      act="Change the role"
      readBy="Kept in the audit log."
      longest={500}
      send={send}
      onClose={onClose}
    >
      <p>They are logged out everywhere and told by a letter. {whatEnds[member.role]}</p>
      <SelectField
        label="Their role from now on"
        prompt="Please choose"
        choices={choices}
        value={role}
        onChange={({ target }) => setRole(others.find((other) => other === target.value) ?? '')}
      />
    </ReasonDialog>
  )
}

const whatEnds = {
  member: 'Staff see what belongs to members: please be sure who this is.',
  consultant: 'Sessions that are booked with them are cancelled within minutes, and their members told.',
  administrator: 'The back office is closed to them at once.',
} satisfies Record<Role, string>
