import { Link, useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { loadCompany } from '../../web/load-page.ts'
import { contentPageMeta } from '../../web/page-meta.ts'
import { LegalText, Points } from './legal-text.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  title: 'Reporting a security problem',
  description: 'How to tell us of a weakness in this site, what you can expect of us, and what we ask of you.',
})

export default function SecurityPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <LegalText
      title="Reporting a security problem"
      lead="If you have found a weakness in this site, we want to hear from you. You need not be an expert, and you need not be sure."
      updated="26 November 2026"
      sections={[
        { id: 'report', title: 'How to tell us', content: <Report company={company} /> },
        { id: 'us', title: 'What you can expect of us', content: <OurCommitments /> },
        { id: 'you', title: 'What we ask of you', content: <ReportingRules /> },
        { id: 'account', title: 'If it is about your own account', content: <OwnAccount /> },
      ]}
    />
  )
}

function Report({ company }: { company: Company }) {
  return (
    <>
      <p>
        Write to <EmailLink email={company.email} /> with “Security” in the subject, or use the{' '}
        <Link to="/contact" className="link">
          contact form
        </Link>
        . You can stay anonymous. Please say
      </p>
      <Points>
        <li>which page or address it is about,</li>
        <li>what you did, step by step, and what happened,</li>
        <li>what somebody could do with it, as far as you know.</li>
      </Points>
      <p>Please do not send us other people’s data. That you have seen some is enough to know.</p>
    </>
  )
}

function OurCommitments() {
  return (
    <Points>
      <li>A person answers you within five working days.</li>
      <li>We tell you what we found, and when it is mended.</li>
      <li>
        We take no legal action against you, and ask nobody else to, if you act in good faith and keep to what we ask
        below.
      </li>
      <li>We name you in our thanks if you would like that. We do not pay rewards.</li>
      <li>
        If data of others was at risk, we tell them and the Information Commissioner’s Office as the law asks of us.
      </li>
    </Points>
  )
}

function ReportingRules() {
  return (
    <>
      <p>Please</p>
      <Points>
        <li>use an account of your own, and stop as soon as you see anything that is not yours,</li>
        <li>change, delete and keep nothing that belongs to others,</li>
        <li>do not overload the site, send unwanted messages, or try to deceive our staff or members,</li>
        <li>
          leave our payment provider and the services we use alone: they have ways of their own to report a problem,
        </li>
        <li>give us 90 days to mend it before you tell others, or less if we are done sooner.</li>
      </Points>
    </>
  )
}

function OwnAccount() {
  return (
    <p>
      If you think that somebody else has been in your account, first{' '}
      <Link to="/forgot-password" className="link">
        set a new password
      </Link>
      : that ends every session. Then write to us. How we handle your data is in our{' '}
      <Link to="/privacy" className="link">
        Privacy Policy
      </Link>
      .
    </p>
  )
}
