import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import type { Package, ServiceType } from '../contract.ts'

type PackageIllustrationProps = {
  package: Pick<Package, 'id' | 'serviceType'>
  sizes: string
  className?: string
}

/**
 * A package's picture. A service's larger package has a scene of its own, at dusk, so that the two cards differ in both
 * colour schemes.
 */
export function PackageIllustration({ package: { id, serviceType }, sizes, className }: PackageIllustrationProps) {
  const isLarger = id.endsWith('-pro')
  return (
    <Picture
      name={isLarger ? largerPackagePictures[serviceType] : packagePictures[serviceType]}
      alt=""
      sizes={sizes}
      time={isLarger ? 'dark' : 'light'}
      className={className}
    />
  )
}

export const packagePictures = {
  MY_FUTURE: 'my-future-package',
  STUDY_WORLD: 'study-world-package',
  BIZ_FUTURE: 'biz-future-package',
} satisfies Record<ServiceType, PictureName>

const largerPackagePictures = {
  MY_FUTURE: 'my-future-skills',
  STUDY_WORLD: 'study-world-departure',
  BIZ_FUTURE: 'biz-future-posts',
} satisfies Record<ServiceType, PictureName>
