import type { Company } from '#features/company/contract.ts'

/** The company's registrations and memberships, as its owner wrote them. Nothing if there are none. */
export function RegistrationList({ registrations }: Pick<Company, 'registrations'>) {
  if (registrations.length === 0) return null
  return (
    <ul className="grid gap-2">
      {registrations.map(({ text, url }) => (
        <li key={text}>
          {url ? (
            <a href={url} className="link text-ink">
              {text}
            </a>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  )
}
