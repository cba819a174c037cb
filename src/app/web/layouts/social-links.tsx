import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Company } from '#features/company/contract.ts'

type Link = Company['socialLinks'][number]

/**
 * Always shows four networks, linked if the settings have an address, then any other networks in the settings (D15).
 */
export function SocialLinks({ links }: { links: Link[] }) {
  const isNamed = (network: string) => (link: Link) => link.name.trim().toLowerCase() === network.toLowerCase()
  const otherLinks = links.filter((link) => !networks.some(({ name }) => isNamed(name)(link)))
  return (
    <ul className="mt-5 flex flex-wrap gap-2">
      {networks.map(({ name, drawing }) => (
        <SocialIcon key={name} link={links.find(isNamed(name))}>
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" {...strokes}>
            {drawing}
          </svg>
        </SocialIcon>
      ))}
      {otherLinks.map((link) => (
        <SocialIcon key={link.url} link={link}>
          <Globe className="size-5" />
        </SocialIcon>
      ))}
    </ul>
  )
}

function SocialIcon({ link, children }: { link: Link | undefined; children: ReactNode }) {
  const shape = 'grid size-11 place-items-center rounded-md border border-secondary-soft'
  if (!link) {
    return (
      <li aria-hidden="true" className={shape}>
        {children}
      </li>
    )
  }
  return (
    <li>
      <a
        href={link.url}
        rel="me noopener"
        aria-label={link.name}
        title={link.name}
        className={`${shape} text-white hover:border-white`}
      >
        {children}
      </a>
    </li>
  )
}

const strokes = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const

/** Drawn here, because the icon library has no brand logos. */
const networks = [
  { name: 'Facebook', drawing: <path d="M16 3h-2a4 4 0 0 0-4 4v14M6 12h9" /> },
  {
    name: 'Instagram',
    drawing: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M17 7h.01" />
      </>
    ),
  },
  { name: 'LinkedIn', drawing: <path d="M5 10v10M5 5h.01M11 10v10m0-6a4 4 0 0 1 8 0v6" /> },
  {
    name: 'YouTube',
    drawing: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" />
        <path d="m10 9 5 3-5 3z" />
      </>
    ),
  },
]
