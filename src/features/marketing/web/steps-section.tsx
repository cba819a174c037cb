type Step = { title: string; text: string }

/** Steps along a road: a line that each number stands on. */
export function StepsSection({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <section className="bg-secondary text-white">
      <div className="container-page grid gap-x-16 gap-y-12 py-20 md:grid-cols-[2fr_3fr] md:py-28">
        <div className="md:sticky md:top-28 md:self-start">
          <h2>
            <span className="block text-base font-semibold tracking-normal text-primary">How it works</span>{' '}
            <span className="mt-3 block text-3xl leading-[1.15] sm:text-[2.5rem]">{title}</span>
          </h2>
        </div>
        <ol className="md:pt-9">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="relative grid grid-cols-[2.75rem_1fr] gap-x-5 pb-10 before:absolute before:top-11 before:bottom-0 before:left-[1.3125rem] before:border-l-2 before:border-dashed before:border-field last:pb-0 last:before:hidden"
            >
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-primary font-semibold text-secondary-deep"
              >
                {index + 1}
              </span>
              <div className="pt-2">
                <h3 className="text-xl">{step.title}</h3>
                <p className="mt-2 max-w-prose text-on-dark">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
