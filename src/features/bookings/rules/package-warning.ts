/** When the member of a package with sessions left is warned of its end. */
export type PackageWarning = 'half' | 'ending'

/** Two days of a week, and as much of any other length. */
const LAST_PART = 2 / 7

/**
 * Which warning a package is due for, in proportion to its length: for a week after three and a half days, and 48 hours
 * before its end. The later one replaces the one before, however late the work is done.
 */
export function dueWarning(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): PackageWarning | undefined {
  const length = endsAt.getTime() - startsAt.getTime()
  const left = endsAt.getTime() - now.getTime()
  if (left <= 0) return undefined
  if (left <= length * LAST_PART) return 'ending'
  return left <= length / 2 ? 'half' : undefined
}

/** What a warning is about, once ever: a package that is extended has another last one. */
export function warningReason({ id, endsAt }: { id: string; endsAt: Date }, warning: PackageWarning): string {
  return warning === 'half' ? `package-half:${id}` : `package-ending:${id}:${endsAt.toISOString()}`
}
