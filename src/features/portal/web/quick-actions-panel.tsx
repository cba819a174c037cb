import {
  BadgeCheck,
  CalendarPlus,
  CreditCard,
  FileCheck,
  type LucideIcon,
  Mail,
  Package,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { checkoutPath } from '#features/catalogue/web/public.tsx'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { QuickAction } from '../contract.ts'

/** SPEC §2: suggested next steps. If there are none, shows two general links. */
export function QuickActionsPanel({ actions }: { actions: QuickAction[] }) {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-4 text-xl">
        Quick actions
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {actions.map((action) => (
            <Action key={toKey(action)} action={toShownAction(action)} />
          ))}
          {actions.length === 0 ? (
            <>
              <Action action={browseServices} />
              <Action action={writeMessage} />
            </>
          ) : null}
        </ul>
      </Card>
    </section>
  )
}

function toKey(action: QuickAction): string {
  if (action.kind === 'pay-month') return action.subscriptionId
  return action.kind === 'guardian' ? action.packageId : action.kind
}

function Action({ action: { Icon, title, text, to, label, isLeaving = false, isUrgent } }: { action: ShownAction }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-[min(1.5rem,6.5vw)] py-4 sm:px-8">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-ink" />
        <div className="min-w-0">
          <p className="font-medium break-words">{title}</p>
          {text ? <p className="text-sm break-words text-muted">{text}</p> : null}
        </div>
      </div>
      <ButtonLink to={to} size="small" variant={isUrgent ? 'primary' : 'quiet'} reloadDocument={isLeaving}>
        {label}
      </ButtonLink>
    </li>
  )
}

type ShownAction = {
  Icon: LucideIcon
  title: ReactNode
  text?: ReactNode
  to: string
  label: string
  /** Reloads the document, because the target page has its own content security policy. */
  isLeaving?: boolean
  isUrgent?: boolean
}

const browseServices: ShownAction = {
  Icon: Package,
  title: 'You’re up to date',
  text: 'Nothing needs your attention. See what else we offer.',
  to: '/',
  label: 'See our services',
}
const writeMessage: ShownAction = { Icon: Mail, title: 'Any questions?', to: '/portal/messages', label: 'Message us' }

function toShownAction(action: QuickAction): ShownAction {
  switch (action.kind) {
    case 'pay-month':
      return {
        Icon: CreditCard,
        title: `We haven’t received this month’s ${action.packageTitle} payment`,
        text: action.usableUntil
          ? `You can still book sessions that start before ${formatCompanyDate(action.usableUntil)}.`
          : 'You can’t book sessions until it’s paid.',
        to: `/checkout/card?subscription=${action.subscriptionId}`,
        label: 'Update your card',
        isLeaving: true,
        isUrgent: true,
      }
    case 'guardian':
      return {
        Icon: UserRound,
        to: checkoutPath(action.market, action.packageId),
        isLeaving: true,
        ...describeConsent(action),
      }
    case 'approve':
      return {
        Icon: FileCheck,
        title: `Ready to review: ${action.name}`,
        text: action.hasOthers && 'You have other deliverables to review, too.',
        to: `/portal/deliverables/${action.deliverableId}`,
        label: 'Review it',
      }
    case 'introduce':
      return {
        Icon: Mail,
        title: action.service === 'BIZ_FUTURE' ? 'Tell us about your business' : 'Tell us about yourself',
        text: 'Your package has no calls, so we start from what you write.',
        to: '/portal/messages',
        label: 'Message us',
        isUrgent: true,
      }
    case 'read-messages':
      return { Icon: Mail, to: '/portal/messages', ...describeMessages(action.unread) }
    case 'book':
      return { Icon: CalendarPlus, to: '/portal/bookings/new', ...(action.isFirst ? firstSession : anotherSession) }
    case 'confirm-email':
      return {
        Icon: BadgeCheck,
        title: 'Confirm your email address',
        text: `We’ve sent a link to ${action.email}. If it hasn’t arrived, we can send another.`,
        to: '#confirm-email',
        label: 'Confirm email',
      }
    case 'complete-profile':
      return {
        Icon: UserRound,
        title: 'Complete your profile',
        text: 'Your mobile number is missing.',
        to: '/portal/profile',
        label: 'Add number',
      }
  }
}

function describeConsent({ packageTitle, until, hasAgreed }: Extract<QuickAction, { kind: 'guardian' }>) {
  const day = formatCompanyDate(until)
  return hasAgreed
    ? {
        title: `Your parent or guardian has agreed to ${packageTitle}`,
        text: `You have until ${day} to pay.`,
        label: 'Go to the checkout',
        isUrgent: true,
      }
    : {
        title: `Waiting for your parent or guardian: ${packageTitle}`,
        text: `They have until ${day} to reply. We’ll email you when they do.`,
        label: 'See the request',
      }
}

function describeMessages(unread: number) {
  return unread === 1
    ? { title: 'You have an unread message', label: 'Read it' }
    : { title: `You have ${unread} unread messages`, label: 'Read them' }
}

const firstSession = {
  title: 'Book your first session',
  text: 'You have sessions to book.',
  label: 'Choose a time',
}
const anotherSession = { title: 'You can book another session', label: 'Book it' }
