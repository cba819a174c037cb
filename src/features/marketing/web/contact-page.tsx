import { Gift, Lock, Mail, MapPin, Phone, UserRound } from 'lucide-react'
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
import { PageHeroSection } from './page-hero-section.tsx'
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
    <>
      <PageHeroSection
        name="Contact"
        title="Ask us first."
        text="Which package suits you, whether we’re the right people to help, what happens after you pay: ask anything before you spend a penny."
        picture="guide-career-consultation"
        alt="Two armchairs at a small table with tea; above it, two speech bubbles and a list with ticks."
        isLow
      >
        <p className="mt-2 flex flex-wrap gap-x-4 text-primary narrow:text-sm md:mt-6">
          <PhoneLink number={company.phone} className="link min-h-11 content-center" />
          <EmailLink email={company.email} className="link inline-block min-h-11 content-center" />
        </p>
      </PageHeroSection>
      <div className="container-page grid gap-x-16 gap-y-8 pt-8 pb-10 md:grid-cols-[1fr_minmax(0,34rem)] md:pt-16 md:pb-24">
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <Card>
            <h2 className="mb-6 text-2xl">Send us a message</h2>
            <Island name="contact-form" component={ContactForm} props={{ packageTitles }} parameter="package" />
          </Card>
          <p className="mt-6 text-muted">
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
        </div>
        <AnswerFacts />
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
          text="While you wait for our reply, you can read what we write for people: the sample documents, in full."
          to="/samples"
          link="See the samples"
          className="md:col-span-2 md:mt-8"
        />
      </div>
    </>
  )
}

/** What people want to know before they write. */
function AnswerFacts() {
  return (
    <section aria-labelledby="answer">
      <h2 id="answer" className="text-2xl">
        What happens next
      </h2>
      <dl className="mt-4 grid gap-4 md:mt-6">
        <Fact icon={<UserRound />} name="Someone reads it">
          One of us will read your message and reply by email, usually within two working days.
        </Fact>
        <Fact icon={<Gift />} name="It’s free">
          You don’t need an account, and asking doesn’t commit you to anything.
        </Fact>
        <Fact icon={<Lock />} name="It stays with us">
          We keep your message for twelve months and only use it to reply. See our{' '}
          <Link to="/privacy" className="link text-ink">
            Privacy Policy
          </Link>
          .
        </Fact>
      </dl>
    </section>
  )
}

type IconRowProps = { icon: ReactNode; name: string; children: ReactNode }

function Fact({ icon, name, children }: IconRowProps) {
  return (
    <div className="grid grid-cols-[2.75rem_1fr] gap-x-4">
      <Icon>{icon}</Icon>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}

function Icon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="row-span-2 grid size-[44px] place-items-center rounded-full bg-primary-soft text-primary-ink"
    >
      {children}
    </span>
  )
}

function ContactMethod({ icon, name, children }: IconRowProps) {
  return (
    <div className="grid grid-cols-[44px_1fr] gap-x-[min(1rem,5vw)] border-t border-line py-4 last:border-b">
      <Icon>{icon}</Icon>
      <div className="min-w-0">
        <h2 className="text-base tracking-normal text-muted">{name}</h2>
        <div className="mt-1 text-lg font-medium">{children}</div>
      </div>
    </div>
  )
}
