import { classNames } from '#platform/web/ui/class-names.ts'
import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'

type HeroFrameProps = {
  picture: PictureName
  alt: string
  /**
   * The picture's width on a screen where it is beside the text. A phone gets a picture narrower than its screen,
   * because a sharper one is not worth the extra bytes.
   */
  size: string
  /** True if visitors see this picture first. No other picture is worth an early request. */
  isFirst?: boolean
  className?: string
  pictureClass?: string
}

/**
 * A hero's picture, below or beside its text. It looks as if it were behind an opening cut into the text's slate
 * background.
 */
export function HeroFrame({ picture, alt, size, isFirst = false, className, pictureClass }: HeroFrameProps) {
  return (
    <div
      className={classNames(
        'relative min-h-72 overflow-clip print:hidden md:absolute md:right-0 md:bottom-0 md:left-[52%]',
        className,
      )}
    >
      <Picture
        name={picture}
        alt={alt}
        sizes={`(max-width: 56.24rem) 66vw, ${size}`}
        isFirst={isFirst}
        className={classNames('absolute! inset-0 [&_img]:object-[50%_80%]', pictureClass)}
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 400 24"
        preserveAspectRatio="none"
        className={classNames(edgeClass, 'inset-x-0 top-0 h-6 w-full')}
      >
        <path d="M-2 -4H402V11C340 24 290 5 220 13S80 22 -2 8z" />
      </svg>
      <svg
        aria-hidden="true"
        viewBox="0 0 48 400"
        preserveAspectRatio="none"
        className={classNames(edgeClass, 'inset-y-0 left-0 hidden h-full w-12 md:block')}
      >
        <path d="M-2 -4H26C42 60 12 120 24 190S44 300 18 404H-2z" />
      </svg>
    </div>
  )
}

const edgeClass =
  'pointer-events-none absolute overflow-visible fill-secondary drop-shadow-[5px_6px_8px_rgb(10_14_24/0.5)]'
