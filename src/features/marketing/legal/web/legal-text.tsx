import type { ReactNode } from 'react'
import { NextStep } from '../../web/call-to-action-section.tsx'

type LegalTextProps = {
  title: string
  lead: string
  /** The date of the last change, in words. */
  updated: string
  sections: { id: string; title: string; content: ReactNode }[]
}

/** A long text with a table of contents. */
export function LegalText({ title, lead, updated, sections }: LegalTextProps) {
  return (
    <div className="container-page pt-10 pb-10 md:pt-24 md:pb-24">
      <header className="max-w-3xl">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-6 text-lg text-muted">{lead}</p>
        <p className="mt-4 text-muted">Last updated on {updated}</p>
      </header>
      <div className="mt-14 grid gap-x-16 gap-y-12 md:grid-cols-[1fr_minmax(0,var(--container-prose))]">
        <nav aria-label="On this page" className="md:sticky md:top-28 md:self-start">
          <p className="font-semibold">On this page</p>
          <ol className="mt-3 grid gap-2">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`} className="text-muted underline-offset-4 hover:text-ink hover:underline">
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {sections.map(({ id, title: name, content }) => (
            <section key={id} id={id} tabIndex={-1} className="mb-12 focus:outline-none">
              <h2 className="text-2xl">{name}</h2>
              <div className="mt-4 grid gap-4">{content}</div>
            </section>
          ))}
          <NextStep text="Something here unclear? Ask us, and a person will answer." to="/contact" link="Contact us" />
        </div>
      </div>
    </div>
  )
}

/** The company's own additions, split into paragraphs at empty lines. Without additions there is no section. */
export function additionalSections(note: string): LegalTextProps['sections'] {
  const paragraphs = note.split(/\n\s*\n/).filter((paragraph) => paragraph.trim())
  if (paragraphs.length === 0) return []
  const content = paragraphs.map((paragraph) => (
    <p key={paragraph} className="whitespace-pre-line wrap-anywhere">
      {paragraph}
    </p>
  ))
  return [{ id: 'more', title: 'More from us', content }]
}

export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-muted">{children}</ul>
}
