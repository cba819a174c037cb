import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Points } from './legal-text.tsx'

export function RightToCancel({ company }: { company: Company }) {
  return (
    <>
      <p>
        If you buy as a consumer, you can cancel within 14 days without giving a reason. The 14 days start the day after
        we confirm your purchase.
      </p>
      <p>
        The quickest way is to cancel the package in your portal, which shows your refund before you confirm. Without
        logging in, use{' '}
        <Link to="/cancel-contract" className="link">
          Cancel a contract
        </Link>
        : we’ll acknowledge it by email straight away. Or tell us clearly in another way, by email at{' '}
        <EmailLink email={company.email} /> or by post. You can use the form at the end of this page, but you don’t have
        to. You only need to send your message before the 14 days are over.
      </p>
      <p>
        If you asked us to start straight away and we deliver everything in the package within the 14 days, your right
        to cancel ends with the last delivery.
      </p>
      <p id="business">
        If you buy for a business, this right doesn’t apply, and your package starts as soon as your payment is
        confirmed. If we don’t do what we promised with care and skill, you can ask us to do it again, or for some or
        all of your money back: write to us, or use our{' '}
        <Link to="/complaints" className="link">
          complaints page
        </Link>
        .
      </p>
    </>
  )
}

export function Refunds() {
  return (
    <>
      <p>If you buy as a consumer and cancel within 14 days, we refund what you haven’t received:</p>
      <Points>
        <li>
          Each part of a package accounts for a share of the price. We keep the shares for what you’ve received and
          refund the rest. If your package’s first call counts for 15% and you’ve had only that call, we refund 85%. If
          you’ve received nothing, we refund everything.
        </li>
        <li>
          If a package has unlimited calls, we also count the days. We keep the share of the days that have started,
          including the first, or the shares of what you’ve received, whichever is more. Once you’ve had one of the
          unlimited calls, we work out the share for all of them by days.
        </li>
        <li>We take off anything we’ve already refunded.</li>
      </Points>
      <p>
        We round the amount once, in your favour. It includes the tax you paid. Your portal shows the amount and how
        it’s worked out before you decide.
      </p>
      <p>
        We’ll pay the refund to your original payment method, without a fee and within 14 days of your cancelling, and
        send you a credit note. Your access will end, and any future bookings in that package will be cancelled.
      </p>
    </>
  )
}

/** The model withdrawal form from the Consumer Contracts Regulations 2013, Schedule 3 Part B. */
export function CancellationForm({ company }: { company: Company }) {
  return (
    <>
      <p>
        Copy this form, fill it in and send it to us only if you want to cancel. Or use{' '}
        <Link to="/cancel-contract" className="link">
          Cancel a contract
        </Link>
        , which does the same online.
      </p>
      <div className="grid gap-3 rounded-md border border-line bg-surface p-6 sm:p-8">
        <p>
          To {company.legalName}, {company.address.join(', ')}, {company.email}:
        </p>
        <p>I hereby give notice that I cancel my contract for the supply of the following service:</p>
        <Blank>Package</Blank>
        <Blank>Ordered on</Blank>
        <Blank>Name of consumer</Blank>
        <Blank>Address of consumer</Blank>
        <Blank>Signature of consumer (only if this form is sent on paper)</Blank>
        <Blank>Date</Blank>
      </div>
    </>
  )
}

function Blank({ children }: { children: string }) {
  return <p className="border-b border-field pb-1">{children}:</p>
}
