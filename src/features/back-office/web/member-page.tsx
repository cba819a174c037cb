import { useLoaderData } from 'react-router'
import { listMemberDevices } from '#features/accounts/contract/member-account.ts'
import { listPackages } from '#features/catalogue/contract.ts'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import {
  getMember,
  listMemberBookings,
  listMemberFiles,
  listMemberMails,
  listMemberPackages,
  listMemberPurchases,
} from '../contract/member.ts'
import { listMemberNotes, listMemberSessionNotes } from '../contract/member-note.ts'
import { MemberAccountPanel } from './member-account-panel.tsx'
import { MemberBookingsSection } from './member-bookings-section.tsx'
import { MemberDevicesSection } from './member-devices-section.tsx'
import { MemberFilesSection } from './member-files-section.tsx'
import { MemberMailsSection } from './member-mails-section.tsx'
import { MemberNotesSection } from './member-notes-section.tsx'
import { MemberPackagesSection } from './member-packages-section.tsx'
import { MemberPurchasesSection } from './member-purchases-section.tsx'

export function meta() {
  return [{ title: 'Member' }, { name: 'robots', content: 'noindex' }]
}

/** So many of each list at first. */
const SHOWN = 5

export async function clientLoader({ params: { memberId = '' } }: { params: { memberId?: string } }) {
  const of = { params: { memberId }, query: { limit: SHOWN } }
  const [member, packages, purchases, upcoming, past, mails, files, devices, notes, sessionNotes, catalogue] =
    await Promise.all([
      load(getMember, { params: of.params }),
      load(listMemberPackages, of),
      load(listMemberPurchases, of),
      load(listMemberBookings, { ...of, query: { ...of.query, when: 'upcoming' } }),
      load(listMemberBookings, { ...of, query: { ...of.query, when: 'past' } }),
      load(listMemberMails, of),
      load(listMemberFiles, of),
      load(listMemberDevices, of),
      load(listMemberNotes, of),
      load(listMemberSessionNotes, of),
      load(listPackages),
    ])
  const lists = { packages, purchases, upcoming, past, mails, files, devices, notes, sessionNotes }
  return { member, lists, catalogue, readAt: new Date() }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: all that is known of one member, and what can be done for them. */
export default function MemberPage() {
  const { member, lists, catalogue, readAt } = useLoaderData<typeof clientLoader>()
  const { id } = member
  // Somebody else's lists begin anew.
  return (
    <div key={id} className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <MemberAccountPanel member={member} now={readAt} />
      <MemberPackagesSection member={member} first={lists.packages} catalogue={catalogue} />
      <MemberBookingsSection memberId={id} upcoming={lists.upcoming} past={lists.past} />
      <MemberPurchasesSection memberId={id} first={lists.purchases} />
      <MemberNotesSection memberId={id} first={lists.notes} ofSessions={lists.sessionNotes} />
      <MemberMailsSection memberId={id} first={lists.mails} />
      <MemberFilesSection memberId={id} first={lists.files} />
      <MemberDevicesSection memberId={id} first={lists.devices} now={readAt} />
    </div>
  )
}
