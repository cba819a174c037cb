import { Link, useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { legalPageLoader } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { CancellationForm, Refunds, RightToCancel } from './cancellation-section.tsx'
import { additionalSections, LegalText, Points } from './legal-text.tsx'

export const loader = legalPageLoader('terms')

export const meta = contentPageMeta({
  title: 'Terms of Service',
  description:
    'What you buy, when it starts, how to cancel within 14 days, how refunds are worked out and what happens to missed calls.',
})

export default function TermsPage() {
  const { company, note } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Terms of Service"
      lead="What you buy from us, when it starts, how you get out of it, and what we are answerable for."
      updated="26 November 2026"
      sections={[
        { id: 'who', title: 'Who you deal with', content: <Parties company={company} /> },
        { id: 'services', title: 'What we do, and what we do not', content: <Services /> },
        { id: 'accounts', title: 'Your account', content: <Accounts /> },
        { id: 'prices', title: 'Prices and payment', content: <Prices /> },
        { id: 'start', title: 'When a package starts and ends', content: <StartAndEnd /> },
        { id: 'renewal', title: 'The package that renews', content: <Renewal /> },
        { id: 'cancel', title: 'Your right to cancel within 14 days', content: <RightToCancel company={company} /> },
        { id: 'refunds', title: 'How a refund is worked out', content: <Refunds /> },
        { id: 'bookings', title: 'Bookings and the 24-hour rule', content: <Bookings /> },
        { id: 'material', title: 'Reports, posts and other material', content: <Material /> },
        { id: 'liability', title: 'What we are answerable for', content: <Liability /> },
        { id: 'complaints', title: 'Complaints and the law', content: <Complaints company={company} /> },
        { id: 'form', title: 'Model cancellation form', content: <CancellationForm company={company} /> },
        ...additionalSections(note),
      ]}
    />
  )
}

function Parties({ company }: { company: Company }) {
  return (
    <p>
      Your contract is with {company.legalName}, registered in England and Wales under number {company.companyNumber},
      {company.vatNumber ? ` VAT number ${company.vatNumber},` : ''} {company.address.join(', ')}. You reach us at{' '}
      <EmailLink email={company.email} /> or <PhoneLink number={company.phone} />. The contract comes about when we
      confirm your payment by e-mail.
    </p>
  )
}

function Services() {
  return (
    <>
      <p>
        Each package’s page says what it contains: how many calls of what length, which reports, posts or other work,
        and for how long. That list is what we owe you. We do it with reasonable care and skill.
      </p>
      <Points>
        <li>
          MY FUTURE is guidance. We do not find jobs for you, and we cannot promise a place in a course or a company.
        </li>
        <li>
          STUDY WORLD is information and referral. It is not immigration advice, which only regulated advisers may give,
          and it cannot promise a visa or a place.
        </li>
        <li>
          BIZ FUTURE is content and consulting. It cannot promise followers, reach or sales. What you spend on
          advertising with a platform is not part of our price.
        </li>
      </Points>
    </>
  )
}

function Accounts() {
  return (
    <>
      <p>
        You need an account to buy. Give us details that are true, keep your password to yourself, and tell us if you
        think that somebody else uses your account. You can delete it in your portal at any time.
      </p>
      <p>
        If you are under 18, a parent or guardian must confirm a purchase before it is paid for. They are then the
        customer, and the service is for you.
      </p>
    </>
  )
}

function Prices() {
  return (
    <>
      <p>
        The price you see before you pay is the price you are charged, with tax included and shown. You pay in advance,
        by card or another method the checkout offers, through our payment provider. You receive an invoice in your
        portal.
      </p>
      <p>If a price changes, it changes for purchases after that day, never for one already made.</p>
    </>
  )
}

function StartAndEnd() {
  return (
    <>
      <p>
        In the checkout you choose. Either the package starts today: then we need you to ask for that expressly, and to
        acknowledge that if you cancel, we keep the price of what you’ve used, and that you lose the right to cancel
        once everything has been delivered. Or it starts at midnight (London time) after the last day on which you can
        cancel, which is the fifteenth day. You can’t use anything in it until then, and you can start it at any time in
        your portal.
      </p>
      <p>
        A package lasts as long as its page says. Calls must begin before it ends. Reports and other work that we owe
        you do not lapse: if we are late, you still get them. If we had no free time for a call before the end, the
        package is extended for it.
      </p>
    </>
  )
}

function Renewal() {
  return (
    <p>
      MY FUTURE X is paid by the month and renews each month, at the price you agreed to, until you cancel. You cancel
      in your portal, at any time, with effect from the end of the month you have paid for. If the price is to change,
      we tell you in good time, so that you can cancel first. If a renewal cannot be charged, we tell you and try again;
      the package pauses until it is paid.
    </p>
  )
}

function Bookings() {
  return (
    <>
      <p>
        You can move or cancel a booked call free of loss until 24 hours before it begins. After that, or if you do not
        come, the call counts as used. Before you confirm, the page tells you which of the two it is.
      </p>
      <p>
        If we have to cancel, the call returns to your package, whenever it happens. If something serious kept you away,{' '}
        <Link to="/contact" className="link">
          tell us
        </Link>
        : we can return a call, and will be reasonable.
      </p>
    </>
  )
}

function Material() {
  return (
    <>
      <p>
        Reports and plans are written for you. Use them as you like, but please do not sell or publish them as your own
        product. Posts, reels and films made for your business are yours to use once they are paid for.
      </p>
      <p>
        What you give us, such as photographs, logos and documents, stays yours. You allow us to use it for your
        package, and you make sure that you are entitled to give it.
      </p>
    </>
  )
}

function Liability() {
  return (
    <>
      <p>
        Nothing here limits our liability where the law does not allow it: for death or injury caused by negligence, for
        fraud, or for your rights as a consumer under the Consumer Rights Act 2015. If we do not do what we promised
        with care and skill, you can ask us to do it again, or for some or all of your money back.
      </p>
      <p>
        We are not answerable for decisions of universities, employers, authorities or platforms, nor for loss that
        neither of us could foresee. Towards businesses, our liability in connection with a package is limited to twice
        its price, and we do not answer for lost profit.
      </p>
    </>
  )
}

function Complaints({ company }: { company: Company }) {
  return (
    <p>
      If something is not right, tell us on our{' '}
      <Link to="/complaints" className="link">
        complaints page
      </Link>{' '}
      or at <EmailLink email={company.email} />. We acknowledge it at once and answer within 30 days. The law of England
      and Wales applies. If you are a consumer and live elsewhere in the United Kingdom, you can also bring a claim in
      the courts where you live, and you keep the protection of the law there.
    </p>
  )
}
