import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { base64Of, shrinkPicture } from '#platform/web/shrink-picture.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import type { Profile } from '../contract/profile.ts'
import { MemberAvatar } from './avatar-drawing.tsx'
import { useMember } from './public.tsx'
import { changePicture, dropPicture } from './queries.ts'
import { useSavedMessage } from './use-saved-message.ts'

const NOT_A_PICTURE = 'We cannot read this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.'

type Chosen = { file: Blob; preview: string }

export function PictureForm({ profile }: { profile: Profile }) {
  // The top bar's picture and this one are the same.
  const member = useMember() ?? profile
  const [chosen, setChosen] = useState<Chosen>()
  const [busy, setBusy] = useState<'saving' | 'removing'>()
  const [problem, setProblem] = useState<string>()
  const { saved, showSaved } = useSavedMessage()
  const section = useRef<HTMLDivElement>(null)
  usePreviewEnd(chosen)

  const choose = async (file: File) => {
    setProblem(undefined)
    try {
      const small = await shrinkPicture(file)
      setChosen({ file: small, preview: URL.createObjectURL(small) })
    } catch {
      setChosen(undefined)
      setProblem(NOT_A_PICTURE)
    }
  }
  // What was pressed goes away: a keyboard goes on from here.
  const leaveChosen = () => {
    setChosen(undefined)
    section.current?.focus()
  }
  const end = (ending: Awaited<ReturnType<typeof changePicture>>) => {
    setBusy(undefined)
    if (ending.state === 'failed') return setProblem(ending.errors?.image ?? ending.message)
    leaveChosen()
    showSaved(ending.message)
  }
  const save = async ({ file }: Chosen) => {
    setBusy('saving')
    setProblem(undefined)
    end(await changePicture(await base64Of(file)))
  }
  const remove = async () => {
    setBusy('removing')
    setProblem(undefined)
    end(await dropPicture())
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Picture"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 outline-none"
    >
      <MemberAvatar member={member} preview={chosen?.preview} className="size-24 text-4xl" />
      <div className="grid min-w-0 flex-1 basis-60 gap-3">
        <div className="flex flex-wrap gap-3">
          {chosen ? (
            <>
              <Button size="small" busy={busy === 'saving'} busyLabel="Saving…" onClick={() => save(chosen)}>
                Use this picture
              </Button>
              <Button variant="quiet" size="small" onClick={leaveChosen}>
                Not this one
              </Button>
            </>
          ) : null}
          <ChooseFile label={chosen ? 'Choose another' : 'Choose a picture'} problem={problem} onChoose={choose} />
          {member.profilePicture && !chosen ? (
            <Button variant="quiet" size="small" busy={busy === 'removing'} busyLabel="Removing…" onClick={remove}>
              Remove picture
            </Button>
          ) : null}
        </div>
        <p role="status" className={saved ? 'font-medium text-success' : 'sr-only'}>
          {saved}
        </p>
        <p className="text-sm text-muted">It is shown beside your name here. Nobody else sees it.</p>
      </div>
    </section>
  )
}

/** A picture that is chosen takes room until the browser is told that it is no longer shown. */
function usePreviewEnd(chosen: Chosen | undefined) {
  useEffect(() => {
    if (!chosen) return
    return () => URL.revokeObjectURL(chosen.preview)
  }, [chosen])
}

type ChooseFileProps = { label: string; problem: string | undefined; onChoose: (file: File) => void }

/** The browser's own way to choose a file, behind a button that looks like ours. */
function ChooseFile({ label, problem, onChoose }: ChooseFileProps) {
  const id = useId()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // So that the same file can be chosen once more.
    target.value = ''
    if (file) onChoose(file)
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={onChange}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-10 cursor-pointer items-center justify-center rounded-md bg-surface px-4 py-1.5 text-sm font-semibold text-ink ring-1 ring-field ring-inset peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 hover:bg-ground"
      >
        {label}
      </label>
      <FieldError id={id} error={problem} />
    </div>
  )
}
