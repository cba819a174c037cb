import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { legalPageLoader } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { CancellationForm, Refunds, RightToCancel } from './cancellation-section.tsx'
import { additionalSections, LegalText, Points } from './legal-text.tsx'

export const loader = legalPageLoader('terms')

export const meta = contentPageMeta({
  picture: 'terms',
  title: 'Terms of Service',
  description:
    'What you’re buying, when it starts, who can cancel within 14 days, how refunds are worked out and what happens if you miss a call.',
})

export default function TermsPage() {
  const { company, note } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Terms of Service"
      lead="What you’re buying, when it starts, how to cancel, and what we’re responsible for."
      updated="28 November 2026"
      sections={[
        { id: 'who', title: 'Who you’re dealing with', content: <Parties company={company} /> },
        { id: 'services', title: 'What we do, and what we don’t', content: <Services /> },
        { id: 'accounts', title: 'Your account', content: <Accounts /> },
        { id: 'prices', title: 'Prices and payment', content: <Prices /> },
        { id: 'start', title: 'When a package starts and ends', content: <StartAndEnd /> },
        { id: 'renewal', title: 'The package that renews', content: <Renewal /> },
        { id: 'cancel', title: 'Your right to cancel within 14 days', content: <RightToCancel company={company} /> },
        { id: 'refunds', title: 'How refunds are worked out', content: <Refunds /> },
        { id: 'bookings', title: 'Bookings and the 24-hour rule', content: <Bookings /> },
        { id: 'material', title: 'Reports, posts and other material', content: <Material /> },
        { id: 'liability', title: 'What we’re responsible for', content: <Liability /> },
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
      {company.vatNumber ? ` VAT number ${company.vatNumber},` : ''} {company.address.join(', ')}. You can reach us at{' '}
      <EmailLink email={company.email} /> or <PhoneLink number={company.phone} />. Your contract begins when we confirm
      your payment by email.
    </p>
  )
}

function Services() {
  return (
    <>
      <p>
        Each package’s page says what’s included: how many calls and how long they are, which reports, posts or other
        work, and for how long. That list is what we owe you. We’ll provide it with reasonable care and skill.
      </p>
      <Points>
        <li>
          MY FUTURE is guidance. We don’t find jobs for you, and we can’t promise you a place on a course or at a
          company.
        </li>
        <li>
          STUDY WORLD is information and referral. It isn’t immigration advice, which only regulated advisers may give,
          and it can’t promise a visa or a place.
        </li>
        <li>
          BIZ FUTURE is content and consulting. It can’t promise followers, reach or sales. Our price doesn’t include
          what you pay a platform for advertising.
        </li>
      </Points>
    </>
  )
}

function Accounts() {
  return (
    <>
      <p>
        You need an account to buy a package. Give us accurate details, keep your password to yourself, and tell us if
        you think someone else is using your account. You can delete your account in your portal at any time.
      </p>
      <p>
        If you’re 18 or over and buy for yourself, you’re the customer even if someone else pays with their card. The
        invoice, the package and the right to cancel are yours, and refunds go to that card.
      </p>
      <p>
        If you’re under 18, a parent or guardian must confirm a purchase before it’s paid for. They are then the
        customer, and the service is for you.
      </p>
    </>
  )
}

function Prices() {
  return (
    <>
      <p>
        The price you see before you pay is the price you’ll be charged. It includes tax, which is shown. You pay in
        advance, by card or another method the checkout offers, through our payment provider. You’ll find your invoice
        in your portal.
      </p>
      <p>
        If you’re in the United Kingdom, you always pay in pounds, and any tax is VAT. Only buyers in other countries
        can pay in dollars. The tax in a dollar price isn’t VAT.
      </p>
      <p>If a price changes, the new price applies to purchases made from then on, never to one you’ve already made.</p>
    </>
  )
}

function StartAndEnd() {
  return (
    <>
      <p>
        Unless you’re buying for a business, you choose at the checkout when your package starts. It can start today:
        for that, we need you to ask for it expressly, and to acknowledge that if you cancel, we keep the price of what
        you’ve used, and that you lose the right to cancel once everything has been delivered. Or it can start on the
        fifteenth day, at midnight (London time) after the last day on which you can cancel. You can’t use anything in
        it until then, but you can start it at any time in your portal. If you’re buying for a business, it starts as
        soon as your payment is confirmed.
      </p>
      <p>
        A package lasts as long as its page says. Calls must start before it ends. Reports and other work we owe you
        don’t lapse: if we’re late, you’ll still get them. If we have no free time for a call before the package ends,
        we’ll extend it so that you can have the call.
      </p>
    </>
  )
}

function Renewal() {
  return (
    <p>
      You pay for MY FUTURE X by the month. It renews each month, at the price you agreed to, until you cancel. You can
      cancel at any time, in your portal or{' '}
      <Link to="/cancel-contract" className="link">
        without logging in
      </Link>
      , and it will end when the month you’ve paid for ends. If the price is going to change, we’ll tell you in good
      time, so that you can cancel first. If we can’t charge a renewal, we’ll tell you and try again. The package is
      paused until it’s paid for.
    </p>
  )
}

function Bookings() {
  return (
    <>
      <p>
        You can move or cancel a booked call at no cost until 24 hours before it starts. After that, or if you don’t
        join, the call counts as used. The booking page will tell you which applies before you confirm.
      </p>
      <p>
        If we have to cancel, however late, the call goes back into your package. If something serious kept you away,{' '}
        <Link to="/contact" className="link">
          tell us
        </Link>
        : we can put a call back into your package, and we’ll be reasonable.
      </p>
    </>
  )
}

function Material() {
  return (
    <>
      <p>
        We write reports and plans for you. Use them as you like, but please don’t sell or publish them as your own
        product. Posts, reels and films we make for your business are yours to use once they’re paid for.
      </p>
      <p>
        What you give us, such as photographs, logos and documents, stays yours. You allow us to use it for your
        package, and you must make sure that you’re entitled to give it to us.
      </p>
    </>
  )
}

function Liability() {
  return (
    <>
      <p>
        Nothing here limits our liability where the law says it can’t be limited: for death or personal injury caused by
        negligence, for fraud, or for breach of your rights as a consumer under the Consumer Rights Act 2015. If we
        don’t do what we promised with care and skill, you can ask us to do it again, or for some or all of your money
        back.
      </p>
      <p>
        We’re not responsible for decisions made by universities, employers, authorities or platforms, or for loss that
        neither of us could have foreseen. If you’re a business, our liability in connection with a package is limited
        to twice its price, and we’re not responsible for lost profit.
      </p>
    </>
  )
}

function Complaints({ company }: { company: Company }) {
  return (
    <p>
      If something isn’t right, tell us on our{' '}
      <Link to="/complaints" className="link">
        complaints page
      </Link>{' '}
      or at <EmailLink email={company.email} />. We’ll acknowledge it straight away and answer within 30 days. The law
      of England and Wales applies. If you’re a consumer living elsewhere in the United Kingdom, you can also bring a
      claim in the courts where you live, and you keep the protection of the law there.
    </p>
  )
}
