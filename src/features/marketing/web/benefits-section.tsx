import { SectionHeading } from '#platform/web/ui/section-heading.tsx'
import { BenefitDrawing, type BenefitDrawingName } from './benefit-drawing.tsx'

type Benefit = { drawing: BenefitDrawingName; title: string; text: string }

export function BenefitsSection({ title, benefits }: { title: string; benefits: readonly Benefit[] }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page py-20 md:py-28">
        <SectionHeading name="Benefits" title={title} />
        <ul className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2 md:grid-cols-4 md:gap-x-8">
          {benefits.map(({ drawing, title: benefit, text }) => (
            <li key={benefit}>
              <BenefitDrawing name={drawing} className="size-16" />
              <h3 className="mt-6 text-lg tracking-normal">{benefit}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
