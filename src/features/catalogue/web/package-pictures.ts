import type { pictures } from '#platform/web/ui/pictures.ts'
import type { Package, ServiceType } from '../contract.ts'

type PictureName = keyof typeof pictures

export const servicePictures = {
  MY_FUTURE: 'my-future-package',
  STUDY_WORLD: 'study-world-package',
  BIZ_FUTURE: 'biz-future-package',
} satisfies Record<ServiceType, PictureName>

const largerPackagePictures = {
  MY_FUTURE: 'my-future-skills',
  STUDY_WORLD: 'study-world-departure',
  BIZ_FUTURE: 'biz-future-posts',
} satisfies Record<ServiceType, PictureName>

/**
 * A package's picture. A service's larger package has a scene of its own, so that the two cards differ. It is known by
 * its id, because the catalogue's rules would add 26 kB to every page of the portal.
 */
export function packagePicture({ id, serviceType }: Pick<Package, 'id' | 'serviceType'>): PictureName {
  return id.endsWith('-pro') ? largerPackagePictures[serviceType] : servicePictures[serviceType]
}
