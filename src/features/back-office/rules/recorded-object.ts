type RecordedObject = { kind: string; id: string }

const pages: Record<string, string> = {
  booking: 'bookings',
  consultant: 'consultants',
  'consultant-profile': 'profiles',
  conversation: 'conversations',
  deliverable: 'deliverables',
  mail: 'mails',
  member: 'members',
  message: 'inbox',
  package: 'catalogue',
  purchase: 'purchases',
  story: 'stories',
}

/** Where it is looked at in the back office, of what has a page of its own; it may be gone by now. */
export function pageOf({ kind, id }: RecordedObject): string | null {
  if (kind === 'settings') return '/admin/settings'
  const pagesOfKind = pages[kind]
  // A package that a member holds is kept by a number of its own, and stands on the member's page.
  if (!pagesOfKind || (kind === 'package' && isNumber(id))) return null
  return `/admin/${pagesOfKind}/${id}`
}

/** Its name in the log, where that says something to a person. */
export function nameOf({ id }: RecordedObject): string | null {
  return isNumber(id) ? null : id
}

function isNumber(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
}
