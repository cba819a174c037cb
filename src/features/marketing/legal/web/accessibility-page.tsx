import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { loadCompany } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { LegalText, Points } from './legal-text.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  picture: 'accessibility',
  title: 'Accessibility',
  description: 'How we make this site work for everyone, what doesn’t work yet, and how to get help.',
})

export default function AccessibilityPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Accessibility"
      lead="Everyone should be able to read this site, buy from us and talk to us. Here’s what we do to make that happen, what doesn’t work yet, and what to do if you get stuck."
      updated="28 November 2026"
      sections={[
        { id: 'aim', title: 'Our standard', content: <Standard /> },
        { id: 'ways', title: 'Using the site your way', content: <AccessOptions /> },
        {
          id: 'consultations',
          title: 'Calls, reports and other formats',
          content: <Consultations company={company} />,
        },
        { id: 'limits', title: 'What doesn’t work yet', content: <Limits /> },
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
        requires us to make reasonable adjustments for disabled people. We’d want to anyway.
      </p>
      <p>
        We write in plain English and say what things cost and how long they take, because clear writing helps more
        people than anything else.
      </p>
    </>
  )
}

function AccessOptions() {
  return (
    <>
      <p>You can:</p>
      <Points>
        <li>buy a package with just a keyboard, and always see where you are on the page</li>
        <li>skip the menu by pressing Tab once, then Enter</li>
        <li>enlarge the text to 200%, or use a screen as narrow as 320 pixels, without losing anything</li>
        <li>use a screen reader: headings and fields are labelled, and errors and messages are announced</li>
        <li>
          stop anything that moves: slideshows have a pause button, and stay still if your device is set to reduce
          motion
        </li>
        <li>take as long as you like over a form, and keep what you’ve typed if something goes wrong</li>
      </Points>
      <p>
        Text has a contrast ratio of at least 4.5:1 with its background. We never rely on colour alone. Films have
        captions, need no sound and don’t start on their own.
      </p>
    </>
  )
}

function Consultations({ company }: { company: Company }) {
  return (
    <>
      <p>Our services are for everyone too. Tell us what you need, before or after you buy, and we’ll arrange:</p>
      <Points>
        <li>a conversation in writing instead of a call, or a call with someone alongside you</li>
        <li>more time, or a call in two halves, at no extra cost</li>
        <li>a report in large print, as plain text or read aloud to you</li>
      </Points>
      <p>
        Email <EmailLink email={company.email} />, use the{' '}
        <Link to="/contact" className="link">
          contact form
        </Link>
        , or call <PhoneLink number={company.phone} />. You don’t have to say why.
      </p>
    </>
  )
}

function Limits() {
  return (
    <Points>
      <li>
        The card fields in the checkout belong to our payment provider. They work with keyboards and screen readers, but
        we can’t change how they look.
      </li>
      <li>
        The films show in drawings what the page says in words. They have captions but no separate audio description.
      </li>
      <li>
        The portal and the checkout need JavaScript. The information pages don’t. If your browser doesn’t run
        JavaScript, contact us and we’ll take your order another way.
      </li>
    </Points>
  )
}

function Checks() {
  return (
    <p>
      Before a change goes live, we check every public page with axe-core, at phone and desktop widths. Automated checks
      find about half of what can go wrong. We’ve bought a package using only a keyboard and read the pages on a screen
      320 pixels wide. We haven’t yet been through every page with a keyboard, or had the site tested by an independent
      body.
    </p>
  )
}

function Help({ company }: { company: Company }) {
  return (
    <>
      <p>
        Tell us what you tried and where you got stuck. Email <EmailLink email={company.email} /> or call{' '}
        <PhoneLink number={company.phone} />. First we’ll help you do what you came to do, then we’ll fix the page.
        We’ll reply within two working days.
      </p>
      <p>
        If our answer doesn’t help, you can{' '}
        <Link to="/complaints" className="link">
          complain
        </Link>
        . The Equality Advisory and Support Service,{' '}
        <a href="https://www.equalityadvisoryservice.com/" className="link">
          equalityadvisoryservice.com
        </a>
        , <PhoneLink number="0808 800 0082" />, can advise you on your rights.
      </p>
    </>
  )
}
