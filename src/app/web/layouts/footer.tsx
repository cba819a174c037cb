import type { ReactNode } from 'react'
import type { Company } from '#features/company/contract.ts'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { Brand } from './brand.tsx'
import { SiteLink } from './site-link.tsx'
import { SocialLinks } from './social-links.tsx'

type FooterProps = { company: Company; hasConsultants: boolean; year: string }

export function Footer({ company, hasConsultants, year }: FooterProps) {
  return (
    <footer className="border-t border-white/15 bg-secondary-deep text-on-dark">
      <div className="container-page pt-8 pb-6 md:pt-16">
        {/* Two columns, or one in large text. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,34%)),1fr))] gap-x-8 gap-y-6 md:grid-cols-[1.6fr_1fr_1fr_1.3fr] print:block">
          <div className="col-span-full max-w-80 md:col-auto print:hidden">
            <div className="text-lg text-white">
              <Brand name={company.brandName} />
            </div>
            <p className="mt-4">
              Career guidance, study-abroad guidance and business consulting, in fixed-price packages.
            </p>
            <SocialLinks links={company.socialLinks} />
          </div>
          <LinkColumn title="Our Services">
            <FooterLink to="/services/my-future">MY FUTURE</FooterLink>
            <FooterLink to="/services/study-world">STUDY WORLD</FooterLink>
            <FooterLink to="/services/biz-future">BIZ FUTURE</FooterLink>
            <FooterLink to="/which-service">Which service is right for me?</FooterLink>
            <FooterLink to="/samples">Samples</FooterLink>
            <FooterLink to="/guides">Guides</FooterLink>
          </LinkColumn>
          <LinkColumn title="Quick Links">
            <FooterLink to="/about">About Us</FooterLink>
            {hasConsultants ? <FooterLink to="/consultants">Our Consultants</FooterLink> : null}
            <FooterLink to="/contact">Contact Us</FooterLink>
            <FooterLink to="/privacy">Privacy Policy</FooterLink>
            <FooterLink to="/terms">Terms of Service</FooterLink>
            <FooterLink to="/accessibility">Accessibility</FooterLink>
            <FooterLink to="/complaints">Complaints</FooterLink>
            <FooterLink to="/cancel-contract">Cancel a contract</FooterLink>
          </LinkColumn>
          <ContactBlock company={company} />
        </div>
        <SmallPrint company={company} year={year} />
      </div>
    </footer>
  )
}

function LinkColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="print:hidden">
      <h2 className="text-base tracking-normal text-white">{title}</h2>
      <ul className="mt-3 grid gap-2 md:mt-4">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <SiteLink to={to} className="underline-offset-4 hover:text-white hover:underline">
        {children}
      </SiteLink>
    </li>
  )
}

function ContactBlock({ company }: { company: Company }) {
  return (
    <div className="col-span-full md:col-auto">
      <h2 className="text-base tracking-normal text-white">Contact</h2>
      <address className="mt-3 flex md:flex-col flex-wrap gap-x-6 gap-y-2 not-italic max-md:text-sm md:mt-4">
        <p>
          {company.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
        <div className="grid content-start gap-2">
          <p>
            <PhoneLink number={company.phone} className="underline-offset-4 hover:text-white hover:underline" />
          </p>
          <p>
            <EmailLink email={company.email} className="link hover:text-white" />
          </p>
        </div>
      </address>
    </div>
  )
}

function SmallPrint({ company, year }: { company: Company; year: string }) {
  return (
    <div className="mt-6 grid gap-1 border-t print:mt-4 md:mt-12 border-secondary-soft pt-6 text-sm">
      <p>
        {company.legalName}. Company number {company.companyNumber}. Registered office: {company.address.join(', ')}.
        {company.vatNumber ? ' ' : null}
        {company.vatNumber ? <span className="inline-block">VAT number {company.vatNumber}.</span> : null}
      </p>
      {company.registrations.map(({ text, url }) => (
        <p key={text}>
          {url ? (
            <a href={url} className="link hover:text-white">
              {text}
            </a>
          ) : (
            text
          )}
        </p>
      ))}
      <p>
        © {year} {company.brandName}. All rights reserved.
      </p>
    </div>
  )
}
