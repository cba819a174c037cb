/** Which package gives way to which: bought in its place, what is not used of it goes back. */
const lesserPackages: Readonly<Record<string, string>> = {
  'my-future-pro': 'my-future-basic',
  'study-world-pro': 'study-world-basic',
  'biz-future-pro': 'biz-future-basic',
}

/** The package that one can be bought in place of. */
export function upgradesFrom(packageId: string): string | undefined {
  return lesserPackages[packageId]
}
