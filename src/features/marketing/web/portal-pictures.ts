const pages = [
  'dashboard',
  'package',
  'booking',
  'review',
  'invoices',
  'business-invoices',
  'business-package',
  'business-review',
] as const

/** A true picture of the portal with demo data, taken by scripts/media/take-portal-pictures.ts. */
export type PortalPicture = {
  /** "dashboard-phone": the start of its files' names in /images/portal. */
  name: string
  page: (typeof pages)[number]
  device: 'phone' | 'desk'
  /** The size of the page in CSS pixels. */
  width: number
  height: number
  alt: string
}

const descriptions: Record<PortalPicture['page'], string> = {
  dashboard: 'A member’s dashboard: their packages and sessions in numbers, a document to review and the next session.',
  package: 'A package in the portal: the sessions that are left, and how far each document is.',
  booking: 'Booking a session: the free times of a day, each a button.',
  review: 'A document in the portal, ready to download, to approve or to send back with changes.',
  invoices: 'A list of invoices, each to download as a PDF.',
  'business-invoices': 'A business’s invoices, each to download as a PDF.',
  'business-package':
    'The posts of a package in the portal: two delivered, one to approve, one being made and others planned.',
  'business-review': 'A post in the portal, with buttons to approve it or ask for changes, and a field for comments.',
}

const sizes: Record<PortalPicture['device'], { width: number; height: number }> = {
  phone: { width: 390, height: 780 },
  desk: { width: 1440, height: 900 },
}

export const portalPictures: PortalPicture[] = pages.flatMap((page) =>
  (['phone', 'desk'] as const).map((device) => ({
    name: `${page}-${device}`,
    page,
    device,
    ...sizes[device],
    alt: descriptions[page],
  })),
)

/** The widths, in pixels, of a picture's files: for plain screens and for sharp ones. */
export const portalPictureWidths = ({ device }: Pick<PortalPicture, 'device'>): [number, number] =>
  device === 'phone' ? [390, 780] : [720, 1440]

/** A picture's files. Those of the portal in the dark scheme are for browsers that read AVIF, which is nearly all. */
export const portalPictureFormats = ['dark.avif', 'avif', 'webp'] as const

type Format = (typeof portalPictureFormats)[number]

/** The `srcset` of a picture in one format. */
export function portalPictureSources(picture: PortalPicture, format: Format): string {
  return portalPictureWidths(picture)
    .map((width) => `${portalPictureFile(picture, width, format)} ${width}w`)
    .join(', ')
}

export const portalPictureFile = ({ name }: PortalPicture, width: number, format: Format) =>
  `/images/portal/${name}-${width}.${format}`
