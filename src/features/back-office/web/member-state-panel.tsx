import type { Role } from '#features/accounts/contract.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { MemberState, MemberSummary } from '../contract/member.ts'

export const stateWords = {
  active: 'Active',
  unconfirmed: 'Address not confirmed',
  disabled: 'Disabled',
  deleted: 'Deleted',
} satisfies Record<MemberState, string>

const tones = {
  active: 'success',
  unconfirmed: 'warning',
  disabled: 'danger',
  deleted: 'neutral',
} satisfies Record<MemberState, BadgeTone>

export const roleWords = {
  member: 'Member',
  consultant: 'Consultant',
  administrator: 'Administrator',
} satisfies Record<Role, string>

/** What is not as with most: staff, and whoever is not active. */
export function MemberBadges({ member: { state, role } }: { member: Pick<MemberSummary, 'state' | 'role'> }) {
  return (
    <>
      {role === 'member' ? null : <Badge tone="info">{roleWords[role]}</Badge>}
      {state === 'active' ? null : <Badge tone={tones[state]}>{stateWords[state]}</Badge>}
    </>
  )
}
