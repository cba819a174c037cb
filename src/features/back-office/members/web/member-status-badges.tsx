import type { Role } from '#features/accounts/contract.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { MemberState, MemberSummary } from '../contract.ts'

export const stateText = {
  active: 'Active',
  unconfirmed: 'Email not confirmed',
  disabled: 'Disabled',
  deleted: 'Deleted',
} satisfies Record<MemberState, string>

const tones = {
  active: 'success',
  unconfirmed: 'warning',
  disabled: 'danger',
  deleted: 'neutral',
} satisfies Record<MemberState, BadgeTone>

export const roleText = {
  member: 'Member',
  consultant: 'Consultant',
  administrator: 'Administrator',
} satisfies Record<Role, string>

/** Shows only exceptions: staff roles and accounts that are not active. */
export function MemberStatusBadges({ member: { state, role } }: { member: Pick<MemberSummary, 'state' | 'role'> }) {
  return (
    <>
      {role === 'member' ? null : <Badge tone="info">{roleText[role]}</Badge>}
      {state === 'active' ? null : <Badge tone={tones[state]}>{stateText[state]}</Badge>}
    </>
  )
}
