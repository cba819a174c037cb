import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import type { Package, ServiceType } from '../contract.ts'

type PackageIllustrationProps = {
  package: Pick<Package, 'id' | 'serviceType'>
  sizes: string
  className?: string
}

/** A package's picture. A service's larger package has the same scene at dusk, so that its two cards differ. */
export function PackageIllustration({ package: { id, serviceType }, sizes, className }: PackageIllustrationProps) {
  return (
    <Picture
      name={packagePictures[serviceType]}
      alt=""
      sizes={sizes}
      time={id.endsWith('-pro') ? 'dark' : 'light'}
      className={className}
    />
  )
}

export const packagePictures = {
  MY_FUTURE: 'my-future-package',
  STUDY_WORLD: 'study-world-package',
  BIZ_FUTURE: 'biz-future-package',
} satisfies Record<ServiceType, PictureName>
