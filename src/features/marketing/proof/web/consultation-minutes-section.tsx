import { Plus } from 'lucide-react'
import type { Package } from '#features/catalogue/contract.ts'
import { PhoneDetails } from '../../web/phone-details.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'
import { type Call, listCalls } from '../rules.ts'

/** The calls in these packages, minute by minute. Shows nothing for packages without calls. */
export function ConsultationMinutes({ packages }: { packages: Package[] }) {
  const calls = listCalls(packages)
  if (calls.length === 0) return null
  return (
    <section className="border-y border-line bg-surface">
      <PhoneDetails
        className="container-page gap-x-16 py-6 md:grid md:grid-cols-[2fr_3fr] md:py-20"
        summaryClass="md:sticky md:top-28 md:self-start"
        heading={<SectionHeading name="The calls" title="What happens in a call" />}
      >
        <div className="max-md:mt-8">
          {calls.map((call, index) => (
            <CallDetails key={call.id} call={call} isOpen={index === 0} />
          ))}
        </div>
      </PhoneDetails>
    </section>
  )
}

/** One call, which opens without scripts. */
export function CallDetails({ call, isOpen = false }: { call: Call; isOpen?: boolean }) {
  return (
    <details open={isOpen} className="group border-t border-line last:border-b">
      <summary className="flex cursor-pointer list-none items-start justify-between gap-[min(1.5rem,4vw)] py-5 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block text-lg font-medium leading-snug">{call.title}, minute by minute</span>
          <span className="mt-1 block text-muted">
            {' '}
            {call.minutes} minutes, in {formatTitles(call.packageTitles)}
          </span>
        </span>
        <Plus
          aria-hidden="true"
          className="mt-0.5 size-5 shrink-0 transition-transform group-open:rotate-45 motion-reduce:transition-none"
        />
      </summary>
      <CallMinutes call={call} className="pb-6" />
    </details>
  )
}

function CallMinutes({ call: { parts, after }, className = '' }: { call: Call; className?: string }) {
  return (
    <dl className={`@container grid max-w-prose gap-4 ${className}`}>
      {[...parts, { minutes: 'Afterwards', text: after }].map(({ minutes, text }) => (
        <div key={minutes} className="grid gap-x-6 gap-y-1 @md:grid-cols-[10rem_1fr]">
          <dt className="font-semibold tabular-nums">{minutes}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function formatTitles(titles: string[]): string {
  return new Intl.ListFormat('en-GB').format(titles)
}
