import type { User } from '#features/accounts/contract.ts'
import { Avatar, LogoutButton } from '#features/accounts/web/public.tsx'
import { fullName } from '#platform/shared/person-name.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'

const entryClass = 'block w-full cursor-pointer rounded-sm px-3 py-2 text-left font-medium hover:bg-ground'

/** Opens from the member's picture. */
export function AccountMenu({ member }: { member: User }) {
  return (
    <DropdownMenu
      name="Your account"
      align="right"
      buttonClass="shrink-0 rounded-full"
      button={<Avatar member={member} className="size-[44px]" />}
    >
      <li className="mb-2 border-b border-line px-3 pt-1 pb-3 break-words sm:hidden">
        <span className="block font-medium">{fullName(member.firstName, member.lastName)}</span>
        <span className="block text-sm text-muted">{member.email}</span>
      </li>
      <li>
        <Link to="/" className={entryClass}>
          Home
        </Link>
      </li>
      <li>
        <Link to="/portal/profile" className={entryClass}>
          Profile
        </Link>
      </li>
      <li>
        <LogoutButton className={entryClass} />
      </li>
    </DropdownMenu>
  )
}
