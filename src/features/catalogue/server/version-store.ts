import { type JoinBuilder, sql } from 'kysely'

/** Tables that reference a package version. `package` means its current version. */
type Versioned = 'entitlement' | 'purchase' | 'subscription' | 'guardianConfirmation' | 'package'

/** Joins the package version. */
export const versionOf = (table: Versioned) => joinVersion('packageVersion', table)

/** Joins the lines of the package version. */
export const linesOf = (table: Versioned) => joinVersion('packageLine', table)

function joinVersion(joined: 'packageVersion' | 'packageLine', table: Versioned) {
  const [id, version] = table === 'package' ? ['id', 'currentVersion'] : ['packageId', 'packageVersion']
  const isOfPackage = sql<boolean>`${sql.ref(`${joined}.packageId`)} = ${sql.ref(`${table}.${id}`)}`
  const isOfVersion = sql<boolean>`${sql.ref(`${joined}.version`)} = ${sql.ref(`${table}.${version}`)}`
  return <DB, Table extends keyof DB>(join: JoinBuilder<DB, Table>) => join.on(isOfPackage).on(isOfVersion)
}
