import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { getCompany } from '#features/company/contract.ts'
import { ContactForm } from '#features/contact/web/public.tsx'
import { serverCall } from '#platform/web/server-call.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Island } from '#platform/web/ui/island.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { NextStep } from './call-to-action-section.tsx'
import { contentPageMeta } from './page-meta.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, packages] = await Promise.all([call(getCompany), call(listPackages)])
  return { company, packageTitles: Object.fromEntries(packages.map(({ id, title }) => [id, title])) }
}

export const meta = contentPageMeta({
  title: 'Contact',
  description: 'Message, call or write to us. Ask anything before you buy.',
  picture: 'contact',
})

export default function ContactPage() {
  const { company, packageTitles } = useLoaderData<typeof loader>()
  return (
    <div className="container-page grid gap-x-16 gap-y-12 pt-16 pb-20 md:grid-cols-[1fr_minmax(0,34rem)] md:pt-24 md:pb-28">
      <header>
        <h1>
          <span className="block text-base tracking-normal text-primary-ink">Contact</span>{' '}
          <span className="mt-4 block text-4xl leading-[1.1] sm:text-5xl">Ask us first.</span>
        </h1>
        <p className="mt-6 max-w-md text-lg text-muted">
          Which package suits you, whether we’re the right people to help, what happens after you pay: ask anything
          before you spend a penny.
        </p>
        <p className="mt-6 max-w-md text-muted">
          Already with us? Your{' '}
          <Link to="/portal/dashboard" className="link font-medium text-ink">
            dashboard
          </Link>{' '}
          shows your bookings, reports and invoices. If something’s gone wrong, you can{' '}
          <Link to="/complaints" className="link font-medium text-ink">
            make a complaint
          </Link>
          .
        </p>
      </header>
      <Card className="md:row-span-2 md:self-start">
        <h2 className="mb-6 text-2xl">Send us a message</h2>
        <Island name="contact-form" component={ContactForm} props={{ packageTitles }} parameter="package" />
        <p className="mt-6 text-sm text-muted">
          Someone will read your message and reply, usually within two working days. We keep it for twelve months and
          only use it to reply. See our{' '}
          <Link to="/privacy" className="link text-ink">
            Privacy Policy
          </Link>
          .
        </p>
      </Card>
      <address className="not-italic">
        <ContactMethod icon={<Mail />} name="Email">
          <EmailLink email={company.email} />
        </ContactMethod>
        <ContactMethod icon={<Phone />} name="Phone">
          <PhoneLink number={company.phone} />
        </ContactMethod>
        <ContactMethod icon={<MapPin />} name="Post">
          {company.legalName}
          {company.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </ContactMethod>
      </address>
      <NextStep
        text="While you wait for our reply, you can read what we write for people: sample documents, in full."
        to="/samples"
        link="See the samples"
        className="md:col-span-2"
      />
    </div>
  )
}

function ContactMethod({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[44px_1fr] gap-x-[min(1.25rem,5vw)] border-t border-line py-6 last:border-b">
      <span
        aria-hidden="true"
        className="grid size-[44px] place-items-center rounded-full bg-primary-soft text-primary-ink"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-base tracking-normal text-muted">{name}</h2>
        <div className="mt-1 text-lg font-medium">{children}</div>
      </div>
    </div>
  )
}
