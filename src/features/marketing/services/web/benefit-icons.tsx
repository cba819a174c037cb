import type { ReactNode } from 'react'

export type BenefitIconName = keyof typeof icons

/** Small drawings of what a package includes, with the important part in amber. */
export function BenefitIcon({ name, className }: { name: BenefitIconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {icons[name]}
    </svg>
  )
}

const amber = 'fill-primary stroke-none'

const page = <path d="M14 6H40L50 16V58H14zM40 6V16H50" />

const icons = {
  threeWays: (
    <>
      <circle cx="52" cy="12" r="7" className={amber} />
      <path d="M8 58C22 56 24 40 30 32S40 16 48 13" />
      <path d="M28 35C36 32 44 34 50 36M20 48C30 48 40 54 50 56" strokeDasharray="0.1 5" />
      <circle cx="54" cy="36" r="3" />
      <circle cx="54" cy="56" r="3" />
    </>
  ),
  report: (
    <>
      <path d="M21 40H43V50H21z" className={amber} />
      {page}
      <path d="M21 24H43M21 32H36" />
    </>
  ),
  portrait: (
    <>
      <circle cx="26" cy="26" r="6" className={amber} />
      {page}
      <path d="M38 24H44M38 30H44M20 42H44M20 50H36" />
    </>
  ),
  week: (
    <>
      <path d="M26 34H36V44H26z" className={amber} />
      <path d="M8 14H56V54H8zM8 24H56M20 8V18M44 8V18" />
      <path d="M16 34H20M42 34H48M16 44H20M42 44H48" />
    </>
  ),
  match: (
    <>
      <path d="M32 20A16 16 0 0 1 32 44A16 16 0 0 1 32 20z" className={amber} />
      <circle cx="22" cy="32" r="16" />
      <circle cx="42" cy="32" r="16" />
    </>
  ),
  order: (
    <>
      <circle cx="16" cy="14" r="6" className={amber} />
      <circle cx="16" cy="32" r="6" />
      <circle cx="16" cy="50" r="6" />
      <path d="M30 14H56M30 32H50M30 50H54M16 20V26M16 38V44" />
    </>
  ),
  referral: (
    <>
      <circle cx="48" cy="20" r="8" className={amber} />
      <circle cx="14" cy="20" r="7" />
      <path d="M4 50C4 38 10 34 14 34S24 38 24 50M36 50C36 38 43 34 48 34S60 38 60 50M26 20H35M32 16L36 20L32 24" />
    </>
  ),
  suitcase: (
    <>
      <path d="M12 32H52V40H12z" className={amber} />
      <path d="M8 20H56V54H8zM24 20V10H40V20M18 54V58M46 54V58" />
    </>
  ),
  target: (
    <>
      <circle cx="28" cy="36" r="7" className={amber} />
      <circle cx="28" cy="36" r="22" />
      <circle cx="28" cy="36" r="14" />
      <path d="M28 36L54 10M46 8V18H56" />
    </>
  ),
  tiles: (
    <>
      <path d="M36 8H56V28H36z" className={amber} />
      <path d="M8 8H28V28H8zM8 36H28V56H8zM36 36H56V56H36zM36 8H56V28H36z" />
      <path d="M43 42L51 46L43 50z" />
    </>
  ),
  tally: (
    <>
      <path d="M6 46L46 16" className="stroke-primary" strokeWidth="6" />
      <path d="M12 12V52M22 12V52M32 12V52M42 12V52M56 12V52" />
    </>
  ),
  chart: (
    <>
      <path d="M42 18H52V54H42z" className={amber} />
      <path d="M10 38H20V54H10zM26 28H36V54H26zM42 18H52V54H42zM4 54H60M12 26L28 16L36 18L52 6" />
    </>
  ),
} satisfies Record<string, ReactNode>
