import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

const points = [
  {
    title: 'The whole price, up front',
    text: 'Every package shows what you pay, VAT included, before you log in. No call is needed to hear a number.',
  },
  {
    title: 'People, not quizzes',
    text: 'Someone listens and reads what you send. Advice comes from that, not from a personality score.',
  },
  {
    title: 'Advice in writing',
    text: 'What is said in a call is soon forgotten. Reports, roadmaps and plans are yours to keep and to read again.',
  },
  {
    title: 'A clear end',
    text: 'A week, two weeks or a month: you know when a package is finished. The one that renews stops when you say so.',
  },
  {
    title: 'Fair when plans change',
    text: 'Cancel within 14 days and you get back what you have not used. Calls can be moved until 24 hours before.',
  },
  {
    title: 'One place for everything',
    text: 'Bookings, reports and invoices stand in your own portal, so nothing hides in an old e-mail.',
  },
]

export function WhyChooseUsSection() {
  return (
    <section className="container-page grid gap-x-16 gap-y-12 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <SectionHeading
        name="Why Choose Us"
        title="Six things you can hold us to"
        className="md:sticky md:top-28 md:self-start"
      />
      <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
        {points.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-primary pt-5">
            <h3 className="text-lg tracking-normal">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
