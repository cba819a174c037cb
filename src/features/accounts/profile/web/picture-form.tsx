import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { pictureRefusals } from '#platform/shared/picture-upload.ts'
import { attempt } from '#platform/web/attempt.ts'
import { resizeImage, toBase64 } from '#platform/web/resize-image.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/forms/field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useSavedMessage } from '#platform/web/use-timed-message.ts'
import { useMember } from '../../web/public.tsx'
import { type Profile, removePicture, savePicture } from '../contract.ts'
import { Avatar } from './member-avatar.tsx'
import { updateUser } from './queries.ts'

type ChosenPicture = { file: Blob; preview: string }

export function PictureForm({ profile }: { profile: Profile }) {
  // Shows the same picture as the top bar.
  const member = useMember() ?? profile
  const [chosen, setChosen] = useState<ChosenPicture>()
  const { busy, isBusy, errors, problem, run, fail, clear } = useAction<'saving' | 'removing'>()
  const { saved, showSaved } = useSavedMessage()
  const section = useRef<HTMLDivElement>(null)
  usePreviewCleanup(chosen)

  const choose = async (file: File) => {
    clear()
    try {
      const small = await resizeImage(file)
      setChosen({ file: small, preview: URL.createObjectURL(small) })
    } catch {
      setChosen(undefined)
      fail(pictureRefusals['not-a-picture'].message)
    }
  }
  // The pressed button disappears, so move the keyboard focus to the section.
  const clearChoice = () => {
    setChosen(undefined)
    section.current?.focus()
  }
  const finish = (_: unknown, message: string) => {
    clearChoice()
    showSaved(message)
  }
  const upload = async (file: Blob) => attempt(savePicture, { body: { image: await toBase64(file) } })
  const save = ({ file }: ChosenPicture) => run(() => updateUser(upload(file)), finish, 'saving')
  const remove = () => run(() => updateUser(attempt(removePicture)), finish, 'removing')

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Picture"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 outline-none"
    >
      <Avatar member={member} preview={chosen?.preview} className="size-24 text-4xl" />
      <Form
        hasChanges={chosen !== undefined}
        onSubmit={() => {
          if (chosen && !isBusy) void save(chosen)
        }}
        className="grid min-w-0 flex-1 basis-60 gap-3"
      >
        <div className="flex flex-wrap gap-3">
          {chosen ? (
            <>
              <Button size="small" busy={busy === 'saving'} busyLabel="Saving…" type="submit">
                Use this picture
              </Button>
              <Button variant="quiet" size="small" onClick={clearChoice}>
                Cancel
              </Button>
            </>
          ) : null}
          <FileChooser
            label={chosen ? 'Choose another picture' : 'Choose a picture'}
            problem={errors.image ?? problem}
            onChoose={choose}
          />
          {member.profilePicture && !chosen ? (
            <Button variant="quiet" size="small" busy={busy === 'removing'} busyLabel="Removing…" onClick={remove}>
              Remove picture
            </Button>
          ) : null}
        </div>
        <p role="status" className={saved ? 'font-medium text-success' : 'sr-only'}>
          {saved}
        </p>
        <p className="text-sm text-muted">Your picture appears next to your name. No one else can see it.</p>
      </Form>
    </section>
  )
}

/** Frees the memory of a preview that is no longer shown. */
function usePreviewCleanup(chosen: ChosenPicture | undefined) {
  useEffect(() => {
    if (!chosen) return
    return () => URL.revokeObjectURL(chosen.preview)
  }, [chosen])
}

type FileChooserProps = { label: string; problem: string | undefined; onChoose: (file: File) => void }

/** The browser's file input, behind a button that looks like ours. */
function FileChooser({ label, problem, onChoose }: FileChooserProps) {
  const id = useId()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Allows the same file to be chosen again.
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
