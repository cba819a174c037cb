import { Link, useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { loadCompany } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { LegalText, Points } from './legal-text.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  title: 'Accessibility',
  description: 'What we do so that everybody can use this site, what does not work yet, and how to get help from us.',
})

export default function AccessibilityPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Accessibility"
      lead="Everybody should be able to read this site, buy from us and talk to us. Here is what we do for that, what does not work yet, and what to do if you get stuck."
      updated="21 November 2026"
      sections={[
        { id: 'aim', title: 'What we aim for', content: <Standard /> },
        { id: 'ways', title: 'Using the site your way', content: <AccessOptions /> },
        {
          id: 'consultations',
          title: 'Calls, reports and other formats',
          content: <Consultations company={company} />,
        },
        { id: 'limits', title: 'What does not work yet', content: <Limits /> },
        { id: 'tests', title: 'How we check', content: <Checks /> },
        { id: 'stuck', title: 'If you get stuck', content: <Help company={company} /> },
      ]}
    />
  )
}

function Standard() {
  return (
    <>
      <p>
        We build this site to the Web Content Accessibility Guidelines, version 2.2, level AA. The Equality Act 2010
        asks us to make reasonable adjustments for disabled people. We would want to if it did not.
      </p>
      <p>
        We write in plain English and say what things cost and how long they take, because clear words help more people
        than anything else.
      </p>
    </>
  )
}

function AccessOptions() {
  return (
    <>
      <p>You can</p>
      <Points>
        <li>use every page with a keyboard alone, and see where you are,</li>
        <li>skip the menu with the first press of the Tab key,</li>
        <li>enlarge the text to 200 per cent, or read on a screen as narrow as 320 pixels, without losing anything,</li>
        <li>use a screen reader: headings, fields, errors and messages are named and announced,</li>
        <li>
          stop what moves. The slides on the home page have a pause button, and stand still if your device asks for less
          movement,
        </li>
        <li>take as long as you like with a form. What you typed is not lost if something goes wrong.</li>
      </Points>
      <p>
        Text stands out from its background by at least 4.5 to 1. Nothing is said by colour alone. Films have captions,
        no sound that you would miss, and do not start by themselves.
      </p>
    </>
  )
}

function Consultations({ company }: { company: Company }) {
  return (
    <>
      <p>Our services are for everybody as well. Tell us what you need, before or after you buy, and we arrange</p>
      <Points>
        <li>a call in writing instead of by voice, or with somebody beside you,</li>
        <li>more time, or a call in two halves, at no extra cost,</li>
        <li>a report in large print, as plain text, or read to you.</li>
      </Points>
      <p>
        Write to <EmailLink email={company.email} />, use the{' '}
        <Link to="/contact" className="link">
          contact form
        </Link>
        , or call <PhoneLink number={company.phone} />. You need not say why.
      </p>
    </>
  )
}

function Limits() {
  return (
    <Points>
      <li>
        The card fields of the checkout belong to our payment provider. They work with keyboards and screen readers, but
        we cannot change how they look.
      </li>
      <li>
        The films show with drawings what the page also says in words. They have captions, and no separate audio
        description.
      </li>
      <li>
        The portal and the checkout need JavaScript. Pages that only inform do not; if your browser does without, write
        to us and we take your order another way.
      </li>
    </Points>
  )
}

function Checks() {
  return (
    <p>
      Every change to this site is checked by a program (axe-core) on every public page, at the width of a telephone and
      of a desk, before it goes out. A program finds about half of what can be wrong. We have bought a package with a
      keyboard alone and read the pages on a screen 320 pixels wide; a walk through every page with a keyboard is still
      to come. We have not yet had the site examined by an independent body.
    </p>
  )
}

function Help({ company }: { company: Company }) {
  return (
    <>
      <p>
        Tell us what you tried and where it stopped, at <EmailLink email={company.email} /> or{' '}
        <PhoneLink number={company.phone} />. We help you get done what you came for first, and mend the page after
        that. We answer within two working days.
      </p>
      <p>
        If our answer does not help, you can{' '}
        <Link to="/complaints" className="link">
          complain
        </Link>
        . The Equality Advisory and Support Service,{' '}
        <a href="https://www.equalityadvisoryservice.com/" className="link">
          equalityadvisoryservice.com
        </a>
        , <PhoneLink number="0808 800 0082" />, advises you on your rights.
      </p>
    </>
  )
}
