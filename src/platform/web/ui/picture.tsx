import { classNames } from './class-names.ts'
import { pictures } from './pictures.ts'

export type PictureName = keyof typeof pictures

const WIDTHS = [480, 640, 800, 1200, 1600]

/** The width of a first picture that is part of its page. */
const FIRST_WIDTH = 640

/** The width of the fallback image for every browser. */
const FALLBACK_WIDTH = 800

type Time = 'light' | 'dark'

type PictureProps = {
  name: PictureName
  /** Empty if the text beside the picture says everything. */
  alt: string
  /** The HTML `sizes` attribute: how wide the picture is on the page. */
  sizes: string
  /** True for the picture that visitors see first. All others load when they are near. */
  isFirst?: boolean
  /** Classes for the frame, which the picture fills. */
  className?: string
}

/**
 * An illustration from public/images/illustrations over a blurred placeholder. Nothing on the page moves when it loads.
 */
export function Picture({ name, alt, sizes, isFirst = false, className }: PictureProps) {
  const { width, height, placeholder } = pictures[name]
  return (
    <span
      data-picture={name}
      className={classNames(
        'relative block overflow-hidden print:hidden',
        // The browser loads a picture far below the window much earlier than a visitor can see it.
        !isFirst && '[content-visibility:auto]',
        className,
      )}
    >
      <img
        alt=""
        aria-hidden="true"
        src={`data:image/webp;base64,${placeholder}`}
        // It was made from the picture by day.
        className="absolute inset-0 size-full object-cover dark:brightness-40"
      />
      <picture>
        {listSources(name, isFirst).map((source) => (
          <source key={source.srcSet} sizes={sizes} {...source} />
        ))}
        <img
          alt={alt}
          width={width}
          height={height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'low'}
          decoding="async"
          src={pictureFile(name, 'light', FALLBACK_WIDTH, 'webp')}
          className="relative block size-full object-cover"
        />
      </picture>
    </span>
  )
}

/**
 * Each picture exists by day and at dusk (docs/brand.md). A browser loads the first source that it can show and whose
 * colour scheme applies.
 * @param isFirst a small file is part of the page (finish-document.ts) for phones with an ordinary screen by day
 */
export function listSources(name: PictureName, isFirst = false) {
  const widths = WIDTHS.filter((width) => width <= pictures[name].width)
  const sourcesAt = (hour: Time) =>
    ['avif', 'webp'].map((format) => ({
      type: `image/${format}`,
      srcSet: widths.map((width) => `${pictureFile(name, hour, width, format)} ${width}w`).join(', '),
    }))
  const dusk = sourcesAt('dark').map((source) => ({ media: '(prefers-color-scheme: dark)', ...source }))
  return [...dusk, ...(isFirst ? [inlineSource(name)] : []), ...sourcesAt('light')]
}

const inlineSource = (name: PictureName) => ({
  media: '(max-width: 30em) and (max-resolution: 2.5dppx)',
  type: 'image/avif',
  'data-inline': '',
  srcSet: pictureFile(name, 'light', FIRST_WIDTH, 'avif'),
})

function pictureFile(name: PictureName, time: Time, width: number, format: string): string {
  return `/images/illustrations/${name}/${time}-${width}.${format}`
}
