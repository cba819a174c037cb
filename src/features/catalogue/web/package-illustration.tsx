import { Picture } from '#platform/web/ui/picture.tsx'
import type { Package } from '../contract.ts'
import { packagePicture } from './package-pictures.ts'

type PackageIllustrationProps = {
  package: Pick<Package, 'id' | 'serviceType'>
  sizes: string
  loading?: 'eager'
  className?: string
}

export function PackageIllustration({ package: offer, ...props }: PackageIllustrationProps) {
  return <Picture name={packagePicture(offer)} alt="" {...props} />
}
