import type { ComponentProps } from 'react'

/** Stands in for the router's `Link` in the scripts of plain documents, which have no router. */
export function Link({ to, reloadDocument, ...link }: { to: string; reloadDocument?: boolean } & ComponentProps<'a'>) {
  return <a href={to} {...link} />
}
