import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Points } from './legal-text.tsx'

export function RightToCancel({ company }: { company: Company }) {
  return (
    <>
      <p>
        If you buy as a consumer, you can cancel within 14 days without giving a reason. The 14 days begin on the day
        after we confirm your purchase.
      </p>
      <p>
        The quickest way is the cancel button at the package in your portal, which shows the refund before you press it.
        Or tell us in any clear way, by e-mail to <EmailLink email={company.email} /> or by letter. You may use the form
        at the end of this page, but you need not. It is enough that you send your message before the 14 days are over.
      </p>
      <p>
        If you asked us to start at once and everything in the package has been delivered within the 14 days, the right
        to cancel ends with the last delivery.
      </p>
    </>
  )
}

export function Refunds() {
  return (
    <>
      <p>If you cancel within 14 days, we refund what you haven’t received:</p>
      <Points>
        <li>
          Each part of a package has a share of its price. We keep the shares of what you’ve received and refund the
          rest. If your package’s first call counts for 15 per cent and you’ve had only that call, we refund 85 per
          cent. If you’ve received nothing, we refund everything.
        </li>
        <li>
          A package with unlimited calls also gives you its days. We keep the share of the days that have begun, the
          first one included, or the shares of what you’ve received, whichever is more. Once you’ve had an unlimited
          call, the share of all of them counts by days.
        </li>
        <li>What we refunded before is taken off.</li>
      </Points>
      <p>
        The sum is rounded once, in your favour, and includes the tax you paid. Your portal shows the amount and how
        it’s worked out before you decide.
      </p>
      <p>
        We pay it back by the way you paid, without a fee and within 14 days of your cancelling, and send you a credit
        note. Your access ends, and future bookings of that package are released.
      </p>
    </>
  )
}

/** Consumer Contracts Regulations 2013, Schedule 3 Part B. */
export function CancellationForm({ company }: { company: Company }) {
  return (
    <>
      <p>Copy this, fill it in and send it only if you want to cancel.</p>
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
