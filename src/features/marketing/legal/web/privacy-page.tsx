import { Link, useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { legalPageLoader } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { additionalSections, LegalText, Points } from './legal-text.tsx'
import { Collected, Recipients, Retention, Sources } from './privacy-sections.tsx'

export const loader = legalPageLoader('privacy')

export const meta = contentPageMeta({
  title: 'Privacy Policy',
  description: 'What we know about you, why, for how long, whom we share it with and what you can ask of us.',
})

export default function PrivacyPage() {
  const { company, note } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Privacy Policy"
      lead="What we know about you, why we need it, how long we keep it and what you can ask of us. In plain English, because you should not need a lawyer to read it."
      updated="26 November 2026"
      sections={[
        { id: 'who', title: 'Who is responsible', content: <Responsible company={company} /> },
        { id: 'what', title: 'What we collect, and why', content: <Collected /> },
        { id: 'where-from', title: 'Where it comes from', content: <Sources /> },
        { id: 'who-sees', title: 'Who sees it', content: <Recipients /> },
        { id: 'how-long', title: 'How long we keep it', content: <Retention /> },
        { id: 'cookies', title: 'Cookies and storage in your browser', content: <Cookies /> },
        { id: 'young', title: 'Young people', content: <YoungPeople /> },
        { id: 'marketing', title: 'E-mails about our services', content: <Marketing /> },
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
        For anything on this page, write to <EmailLink email={company.email} /> or to the address above.
      </p>
    </>
  )
}

function Cookies() {
  return (
    <>
      <p>
        We use no advertising or analytics cookies, so there is no banner to click away. What we store is strictly
        necessary for what you ask the site to do:
      </p>
      <Points>
        <li>a cookie that keeps you logged in, for twelve hours, or for 30 days if you tick “Keep me signed in”,</li>
        <li>
          a cookie by which we know a browser that you have logged in with before, for 180 days: so we can tell you of
          logins from other browsers, and nobody who guesses at your password locks you out of yours. If you use
          two-factor login and choose to trust the device, it remembers that too, for 30 days,
        </li>
        <li>entries in your browser’s storage that say who is logged in and which currency you chose.</li>
      </Points>
      <p>
        On the checkout pages our payment provider sets cookies of its own, to carry out payments and prevent fraud.
      </p>
    </>
  )
}

function YoungPeople() {
  return (
    <p>
      MY FUTURE is also for people under 18. Their accounts start with the most private settings, they receive no
      marketing unless they ask for it, a parent or guardian confirms a purchase before it is paid for, and what they
      say of a session is not published. We write to young people in words they can understand, and they have every
      right listed on this page themselves.
    </p>
  )
}

function Marketing() {
  return (
    <p>
      If you have bought from us, or have said yes, we may e-mail you about similar services. You can say no when you
      register, in your profile, or with one click at the end of every such e-mail. Messages about your purchases and
      bookings are not marketing and keep coming.
    </p>
  )
}

function Rights() {
  return (
    <>
      <p>You can ask us, free of charge, to</p>
      <Points>
        <li>tell you what we hold about you and give you a copy,</li>
        <li>correct what is wrong,</li>
        <li>delete what we no longer need,</li>
        <li>limit what we do with it while a question is open,</li>
        <li>hand it over in a form another service can read,</li>
        <li>stop, where we rely on legitimate interests or send marketing.</li>
      </Points>
      <p>
        Your portal lets you correct your details, download everything and delete your account without asking anybody.
        For the rest, write to us. We answer within one month. No decision about you is made by a machine alone.
      </p>
    </>
  )
}

function Complaints({ company }: { company: Company }) {
  return (
    <>
      <p>
        If you think we have handled your data badly, please tell us on our{' '}
        <Link to="/complaints" className="link">
          complaints page
        </Link>{' '}
        or at <EmailLink email={company.email} />. We acknowledge a complaint at once, look into it without undue delay
        and answer within 30 days.
      </p>
      <p>
        If you have found a weakness in this site, read{' '}
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
      When this page changes, so does the date at its top. If a change matters to you as a member, we also tell you by
      e-mail before it takes effect.
    </p>
  )
}
