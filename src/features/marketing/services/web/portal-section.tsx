import {
  type PortalPicture,
  portalPictureFile,
  portalPictureFormats,
  portalPictureSources,
  portalPictures,
} from '../../web/portal-pictures.ts'
import { SectionHeading } from '../../web/section-heading.tsx'
import { SnapList } from '../../web/snap-list.tsx'

type PortalPage = PortalPicture['page']

const captions: Record<PortalPage, string> = {
  dashboard: 'See what’s next as soon as you log in.',
  package: 'See what’s been delivered, and what’s still to come.',
  booking: 'Pick a time that’s free, and who you’d like to talk to.',
  review: 'Read each document, then approve it or ask for changes.',
  invoices: 'Download an invoice for every payment.',
  'business-invoices': 'Download an invoice for every payment.',
  'business-package': 'See which posts and reels are done, and what’s still to come.',
  'business-review': 'Look at a post before it goes out, then approve it or ask for changes.',
}

/** From 900 pixels, where the first picture is that of a wide screen. */
const WIDE = '(min-width: 56.25rem)'

/** In a narrow window the pictures are one row that scrolls sideways. Beside each other, they have the same height. */
export function PortalSection({ pages }: { pages: readonly PortalPage[] }) {
  return (
    <section className="container-page py-8 md:py-20 print:hidden">
      <SectionHeading
        name="Your portal"
        title="What you’ll see as a member"
        lead={`Real pages from our demo, with ${pages.some(isOfBusiness) ? 'a made-up business and its BIZ FUTURE PRO' : 'made-up members and MY FUTURE packages'}.`}
      />
      <SnapList label="Pictures of the portal" className="mt-4 md:mt-12">
        <ul className="flex gap-5 md:grid md:grid-cols-[1.6fr_0.62fr_0.62fr] md:gap-8">
          {pages.map((page, index) => (
            <li key={page} className="max-md:w-[72vw] max-md:max-w-80 max-md:shrink-0 max-md:snap-start">
              <figure>
                <PortalFrame page={page} hasWidePicture={index === 0} />
                <figcaption className="mt-3 text-[0.9375rem] text-muted">{captions[page]}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </SnapList>
    </section>
  )
}

const isOfBusiness = (page: PortalPage) => page.startsWith('business-')

/** Shows the top of a picture. */
function PortalFrame({ page, hasWidePicture }: { page: PortalPage; hasWidePicture: boolean }) {
  const phone = findPicture(page, 'phone')
  const desk = findPicture(page, 'desk')
  return (
    <picture
      // The browser loads a picture far below the window much earlier than a visitor can see it.
      className={`block aspect-5/4 overflow-hidden rounded-md border border-line bg-surface shadow-card unscrolled:[content-visibility:auto] ${hasWidePicture ? 'md:aspect-8/5' : 'md:aspect-31/50'}`}
    >
      {hasWidePicture
        ? portalPictureFormats.map((format) => (
            <source
              key={format}
              media={format === 'dark.avif' ? `${DARK} and ${WIDE}` : WIDE}
              type={typeOf(format)}
              sizes="(min-width: 75rem) 36rem, 52vw"
              srcSet={portalPictureSources(desk, format)}
            />
          ))
        : null}
      {portalPictureFormats.map((format) => (
        <source
          key={format}
          media={format === 'dark.avif' ? DARK : undefined}
          type={typeOf(format)}
          sizes={`${WIDE} 14rem, min(72vw, 20rem)`}
          srcSet={portalPictureSources(phone, format)}
        />
      ))}
      <img
        alt={phone.alt}
        width={phone.width}
        height={phone.height}
        loading="lazy"
        decoding="async"
        src={portalPictureFile(phone, phone.width, 'webp')}
        className="photograph block size-full bg-line object-cover object-top"
      />
    </picture>
  )
}

const DARK = '(prefers-color-scheme: dark)'

const typeOf = (format: string) => `image/${format.replace('dark.', '')}`

function findPicture(page: PortalPage, device: PortalPicture['device']): PortalPicture {
  const picture = portalPictures.find((each) => each.page === page && each.device === device)
  if (!picture) throw new Error(`There is no picture of the portal’s ${page} on a ${device}`)
  return picture
}
