import type { ReactNode } from 'react'
import { type ActionFunctionArgs, data, type HeadersArgs, useActionData, useLoaderData } from 'react-router'
import { DeclarationForm, takeDeclaration } from '#features/contact/web/public.tsx'
import { serverSubmit } from '#platform/web/server-call.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { loadCompany } from './load-page.ts'
import { contentPageMeta } from './page-meta.ts'

export const loader = loadCompany

/** The form is sent to this page itself, so that it needs no scripts. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { next, ...answer } = await takeDeclaration(await request.formData(), context.get(serverSubmit))
  return data(next, answer)
}

export function headers({ actionHeaders }: HeadersArgs) {
  return actionHeaders
}

export const meta = contentPageMeta({
  picture: 'cancel-contract',
  title: 'Cancel a contract',
  description: 'Cancel a package or a subscription without logging in. You’ll get an acknowledgement by email at once.',
})

export default function CancelContractPage() {
  const { company } = useLoaderData<typeof loader>()
  const next = useActionData<typeof action>()
  return (
    <div className="container-page grid gap-x-16 gap-y-8 pt-10 pb-10 md:grid-cols-[1fr_minmax(0,34rem)] md:grid-rows-[auto_1fr] md:pt-24 md:pb-24">
      <header>
        <h1>
          <span className="block text-base tracking-normal text-primary-ink">Cancel a contract</span>{' '}
          <span className="mt-4 block text-4xl leading-[1.1] sm:text-5xl">No login needed.</span>
        </h1>
        <p className="mt-6 max-w-md text-lg text-muted">
          Tell us here that you’re cancelling a package or a subscription. You don’t need to give a reason.
        </p>
      </header>
      <Card className="md:row-span-2 md:self-start">
        <DeclarationForm next={next} />
      </Card>
      <aside className="max-md:border-t max-md:border-line max-md:pt-8">
        <h2 className="text-2xl">What cancelling means</h2>
        <dl className="mt-4 grid gap-4">
          <Meaning name="Within 14 days of buying, as a consumer">
            Your package ends and we refund what you haven’t received.{' '}
            <Link to="/terms#refunds" className="link text-ink">
              See how refunds are worked out
            </Link>
            .
          </Meaning>
          <Meaning name="Bought for a business?">
            The 14 days are for consumers.{' '}
            <Link to="/terms#business" className="link text-ink">
              See what applies
            </Link>
            .
          </Meaning>
          <Meaning name="A subscription, at any time">It won’t renew. You keep the month you’ve paid for.</Meaning>
          <Meaning name="Anything else">One of us reads it and replies, usually within two working days.</Meaning>
          <Meaning name="You can log in?">
            <Link to="/portal/packages" className="link text-ink">
              My Packages
            </Link>{' '}
            shows your refund before you decide.
          </Meaning>
          <Meaning name="Only a call?">
            <Link to="/portal/bookings" className="link text-ink">
              My Bookings
            </Link>{' '}
            lets you move or cancel it and keep your package.
          </Meaning>
        </dl>
        <p className="mt-6 text-muted">
          You can also email <EmailLink email={company.email} className="link text-ink" /> in your own words. That
          counts from the moment you send it too.
        </p>
      </aside>
    </div>
  )
}

function Meaning({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
