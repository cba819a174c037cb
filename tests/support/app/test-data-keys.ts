import { openDataKeys } from '#platform/server/data-keys.ts'

const key = Buffer.alloc(32, 7)

/** The encryption keys of tests that start no site. */
export const testDataKeys = openDataKeys([key])

/** The same key for started sites, because a backup of one is restored into another. */
export const sameDataKeys = { DATA_KEYS: key.toString('base64') }
