import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { loadCompany } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { LegalText, Points } from './legal-text.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  picture: 'security',
  title: 'Reporting a security problem',
  description: 'How to report a security problem on this site, what you can expect from us, and what we ask of you.',
})

export default function SecurityPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Reporting a security problem"
      lead="If you’ve found a security problem on this site, we want to hear from you. You don’t have to be an expert, and you don’t have to be sure."
      updated="28 November 2026"
      sections={[
        { id: 'report', title: 'How to tell us', content: <Report company={company} /> },
        { id: 'us', title: 'What you can expect from us', content: <OurCommitments /> },
        { id: 'you', title: 'What we ask of you', content: <ReportingRules /> },
        { id: 'account', title: 'If it’s about your own account', content: <OwnAccount /> },
      ]}
    />
  )
}

function Report({ company }: { company: Company }) {
  return (
    <>
      <p>
        Email <EmailLink email={company.email} /> with “Security” in the subject line, or use the{' '}
        <Link to="/contact" className="link">
          contact form
        </Link>
        . You can stay anonymous. Tell us:
      </p>
      <Points>
        <li>which page or address it affects</li>
        <li>what you did, step by step, and what happened</li>
        <li>what someone could do with it, as far as you know</li>
      </Points>
      <p>Please don’t send us other people’s data. Telling us that you’ve seen some is enough.</p>
    </>
  )
}

function OurCommitments() {
  return (
    <Points>
      <li>Someone will reply within five working days.</li>
      <li>We’ll tell you what we find, and when it’s fixed.</li>
      <li>
        We won’t take legal action against you, or ask anyone else to, if you act in good faith and follow the rules
        below.
      </li>
      <li>We’ll thank you by name if you’d like us to. We don’t pay rewards.</li>
      <li>
        If other people’s data was at risk, we’ll tell them and the Information Commissioner’s Office as the law
        requires.
      </li>
    </Points>
  )
}

function ReportingRules() {
  return (
    <>
      <p>Please:</p>
      <Points>
        <li>use your own account, and stop as soon as you see anything that isn’t yours</li>
        <li>don’t change, delete or keep anything that belongs to other people</li>
        <li>don’t overload the site, send unwanted messages or try to deceive our staff or members</li>
        <li>leave our payment provider and the services we use alone: they have their own ways to report a problem</li>
        <li>give us 90 days to fix it before you tell anyone else, or less if we fix it sooner</li>
      </Points>
    </>
  )
}

function OwnAccount() {
  return (
    <p>
      If you think someone else has been in your account, first{' '}
      <Link to="/forgot-password" className="link">
        set a new password
      </Link>
      . That logs you out everywhere. Then write to us. To see how we handle your data, read our{' '}
      <Link to="/privacy" className="link">
        Privacy Policy
      </Link>
      .
    </p>
  )
}
