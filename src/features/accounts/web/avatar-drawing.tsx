import { classNames } from '#platform/web/ui/class-names.ts'
import type { User } from '../contract.ts'
import { usePicture } from './use-picture.ts'

type AvatarProps = {
  member: Pick<User, 'firstName' | 'profilePicture'>
  /** In place of the member's: one that is chosen and not yet saved. */
  preview?: string | undefined
  /** Its size, and that of its letter. */
  className?: string
}

/** The member's picture, or the first letter of their name. Whoever shows it says in words whose it is. */
export function MemberAvatar({ member, preview, className }: AvatarProps) {
  const own = usePicture(member.profilePicture)
  const picture = preview ?? own
  const [letter = '?'] = member.firstName.trim()
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary leading-none font-semibold text-secondary-deep',
        className,
      )}
    >
      {picture ? <img src={picture} alt="" className="size-full object-cover" /> : letter.toUpperCase()}
    </span>
  )
}
