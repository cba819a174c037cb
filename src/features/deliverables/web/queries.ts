import { load } from '#platform/web/load.ts'
import { listProgress, type PackageProgress } from '../contract.ts'

export function fetchProgress(): Promise<PackageProgress[]> {
  return load(listProgress)
}

/** Of a package as the portal lists it: the months of a subscription are one. */
export function progressOf(
  owned: { id: string; subscription: { id: string } | null },
  progress: PackageProgress[],
): PackageProgress | undefined {
  return progress.find(({ id }) => id === (owned.subscription?.id ?? owned.id))
}
