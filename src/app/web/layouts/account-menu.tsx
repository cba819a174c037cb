import { Link } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { LogoutButton, MemberAvatar } from '#features/accounts/web/public.tsx'
import { Menu } from './menu.tsx'

const entryClass = 'block w-full cursor-pointer rounded-sm px-3 py-2 text-left font-medium hover:bg-ground'

/** Behind the picture of whoever is logged in. */
export function AccountMenu({ member }: { member: User }) {
  return (
    <Menu
      name="Your account"
      align="right"
      buttonClass="shrink-0 rounded-full"
      button={<MemberAvatar member={member} className="size-[44px]" />}
    >
      <li className="mb-2 border-b border-line px-3 pt-1 pb-3 break-words sm:hidden">
        <span className="block font-medium">{fullName(member)}</span>
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
    </Menu>
  )
}

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim()
}
