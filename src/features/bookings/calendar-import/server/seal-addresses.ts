import { createHash } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import { type DataKeys, decryptStored, type StoredSecret } from '#platform/server/data-keys.ts'
import { type SealResult, sealRows } from '#platform/server/seal-rows.ts'
import { listAddressesToSeal, type SealedAddress, saveSealedAddress } from './store.ts'

/** Encrypts calendar addresses that are still in plain text or encrypted with an old key. */
export async function sealAddresses({ db, dataKeys, log }: Context): Promise<SealResult> {
  return sealRows({
    list: (after, limit) => listAddressesToSeal(db, dataKeys, after, limit),
    seal: async ({ id, consultantId, address }) => {
      const url = openAddress(dataKeys, { consultantId, address })
      await saveSealedAddress(db, id, sealAddress(dataKeys, consultantId, url))
    },
    onFailure: ({ id }) => log.error({ calendar: id }, 'no key decrypts the calendar address'),
  })
}

/** Encrypted, because anyone who has the address can read the calendar. */
export function sealAddress(dataKeys: DataKeys, consultantId: string, url: string): SealedAddress {
  return {
    sealed: dataKeys.seal(Buffer.from(url), toSealContext(consultantId)),
    urlHash: createHash('sha256').update(url).digest(),
  }
}

export function openAddress(
  dataKeys: DataKeys,
  { consultantId, address }: { consultantId: string; address: StoredSecret },
): string {
  return decryptStored(dataKeys, address, toSealContext(consultantId)).toString()
}

function toSealContext(consultantId: string): string {
  return `calendar ${consultantId}`
}
