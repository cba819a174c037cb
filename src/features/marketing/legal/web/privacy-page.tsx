import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { legalPageLoader } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { additionalSections, LegalText, Points } from './legal-text.tsx'
import { Collected, Recipients, Retention, Sources } from './privacy-sections.tsx'

export const loader = legalPageLoader('privacy')

export const meta = contentPageMeta({
  picture: 'privacy',
  title: 'Privacy Policy',
  description:
    'What we know about you, why we need it, how long we keep it, who we share it with and what rights you have.',
})

export default function PrivacyPage() {
  const { company, note } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Privacy Policy"
      lead="What we know about you, why we need it, how long we keep it and what you can ask us to do. It’s in plain English, because you shouldn’t need a lawyer to read it."
      updated="28 November 2026"
      sections={[
        { id: 'who', title: 'Who’s responsible', content: <Responsible company={company} /> },
        { id: 'what', title: 'What we collect, and why', content: <Collected /> },
        { id: 'where-from', title: 'Where it comes from', content: <Sources /> },
        { id: 'who-sees', title: 'Who sees it', content: <Recipients /> },
        { id: 'how-long', title: 'How long we keep it', content: <Retention /> },
        { id: 'cookies', title: 'Cookies and storage in your browser', content: <Cookies /> },
        { id: 'young', title: 'Young people', content: <YoungPeople /> },
        { id: 'marketing', title: 'Emails about our services', content: <Marketing /> },
        { id: 'rights', title: 'Your rights', content: <Rights /> },
        { id: 'complaints', title: 'Complaints', content: <Complaints company={company} /> },
        { id: 'changes', title: 'Changes to this page', content: <Changes /> },
        ...additionalSections(note),
      ]}
    />
  )
}

function Responsible({ company }: { company: Company }) {
  return (
    <>
      <p>
        {company.legalName}, {company.address.join(', ')} (company number {company.companyNumber}), is the controller of
        your personal data under the UK GDPR and the Data Protection Act 2018.
      </p>
      <p>
        If you have a question about anything on this page, email <EmailLink email={company.email} /> or write to the
        address above.
      </p>
    </>
  )
}

function Cookies() {
  return (
    <>
      <p>
        We don’t use advertising or analytics cookies, so there’s no banner to click away. We only store what’s strictly
        necessary for what you ask the site to do:
      </p>
      <Points>
        <li>a cookie that keeps you logged in, for twelve hours, or for 30 days if you tick “Keep me signed in”</li>
        <li>
          a cookie that recognises, for 180 days, a browser you’ve logged in with before. It means we can tell you about
          logins from other browsers, and that someone guessing your password can’t lock you out of your account. If you
          use two-factor login and choose to trust the device, it remembers that too, for 30 days
        </li>
        <li>entries in your browser’s storage that record who’s logged in and which currency you chose</li>
      </Points>
      <p>On the checkout pages, our payment provider sets its own cookies to process payments and prevent fraud.</p>
    </>
  )
}

function YoungPeople() {
  return (
    <p>
      MY FUTURE is also for people under 18. Their accounts start with the most private settings, and we don’t send them
      marketing unless they ask for it. A parent or guardian must agree to a purchase before it’s paid for, and we don’t
      publish what young people write about a session. We write to young people in words they can understand, and every
      right on this page is theirs too.
    </p>
  )
}

function Marketing() {
  return (
    <p>
      If you’ve bought from us, or have said yes, we may email you about similar services. You can say no when you
      register, in your profile, or with one click at the end of every marketing email. Messages about your purchases
      and bookings aren’t marketing, so you’ll still get those.
    </p>
  )
}

function Rights() {
  return (
    <>
      <p>You can ask us, free of charge, to:</p>
      <Points>
        <li>tell you what we hold about you and give you a copy</li>
        <li>correct anything that’s wrong</li>
        <li>delete what we no longer need</li>
        <li>limit what we do with it while we look into a question</li>
        <li>give it to you in a format another service can read</li>
        <li>stop using it where we rely on legitimate interests or send marketing</li>
      </Points>
      <p>
        Your portal lets you correct your details, download everything and delete your account without asking anyone.
        For the rest, write to us. We’ll answer within one month. We don’t make decisions about you by automated means
        alone.
      </p>
    </>
  )
}

function Complaints({ company }: { company: Company }) {
  return (
    <>
      <p>
        If you think we’ve handled your data badly, tell us on our{' '}
        <Link to="/complaints" className="link">
          complaints page
        </Link>{' '}
        or at <EmailLink email={company.email} />. We’ll acknowledge your complaint straight away, look into it without
        undue delay and answer within 30 days.
      </p>
      <p>
        If you’ve found a security problem on this site, read{' '}
        <Link to="/security" className="link">
          how to report a security problem
        </Link>
        .
      </p>
      <p>
        You can also complain to the Information Commissioner’s Office, at any time, at{' '}
        <a href="https://ico.org.uk/make-a-complaint/" className="link">
          ico.org.uk/make-a-complaint
        </a>{' '}
        or on <PhoneLink number="0303 123 1113" />.
      </p>
    </>
  )
}

function Changes() {
  return (
    <p>
      When this page changes, so does the date at the top. If a change matters to you as a member, we’ll also email you
      before it takes effect.
    </p>
  )
}
