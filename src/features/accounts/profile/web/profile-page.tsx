import { useWatch } from 'react-hook-form'
import { Outlet, useLoaderData } from 'react-router'
import { z } from 'zod'
import { loaderOf } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useLoadedState } from '#platform/web/use-loaded-state.ts'
import { useSavedMessage } from '#platform/web/use-timed-message.ts'
import { MobileNumber } from '../../contract.ts'
import { ChangeEmailForm } from '../../email-address/web/change-email-form.tsx'
import { ComplaintNotice } from '../../privacy/web/complaint-panel.tsx'
import { AccountCard, AccountCards } from '../../web/account-card.tsx'
import { useMember } from '../../web/public.tsx'
import { Guardian, getProfile, type Profile, updateProfile } from '../contract.ts'
import { sanitiseMobileNumber } from '../rules.ts'
import { MobileField } from './mobile-field.tsx'
import { NotificationPreferencesForm } from './notification-preferences-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { changeProfile } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import { TimeZoneForm } from './time-zone-form.tsx'

export const meta = privateMeta('Profile')

export const clientLoader = loaderOf(getProfile)

export default function ProfilePage() {
  const [profile, setProfile] = useLoadedState(useLoaderData<typeof clientLoader>())
  return (
    <AccountCards
      lead="Your details, how we reach you and what we contact you about."
      left={
        <>
          <AccountCard title="Personal information">
            <PersonalDetailsForm profile={profile} />
            <div className="mt-6 grid gap-3">
              <p className="text-sm text-muted">
                To correct anything you can’t change here,{' '}
                <Link to="/contact" className="link">
                  contact us
                </Link>
                .
              </p>
              <ComplaintNotice />
            </div>
          </AccountCard>
          <AccountCard title="Email">
            <ChangeEmailForm profile={profile} />
          </AccountCard>
          <AccountCard title="Picture">
            <PictureForm profile={profile} />
          </AccountCard>
          <AccountCard title="Time zone" lead="We’ll show your sessions in this time zone, alongside London time.">
            <TimeZoneForm profile={profile} />
          </AccountCard>
        </>
      }
      right={
        <>
          <AccountCard title="Notifications" lead="What we contact you about, and how.">
            <NotificationPreferencesForm
              profile={profile}
              onSaved={(notifications) => setProfile((before) => ({ ...before, notifications }))}
            />
          </AccountCard>
          <AccountCard
            title="Parent or guardian"
            lead="If you’re under 18, tell us who your parent or guardian is. We won’t send you marketing unless you ask for it."
          >
            <GuardianForm profile={profile} onSaved={setProfile} />
          </AccountCard>
          <SecurityLinks />
          <SavedCards />
        </>
      }
    />
  )
}

/** The content comes from payments, by way of the route. Staff have no cards, because they buy nothing. */
function SavedCards() {
  if (useMember()?.role !== 'member') return null
  return (
    <AccountCard
      id="cards"
      title="Saved cards"
      lead="Pay without typing your card again. Our payment provider keeps your cards: we never see the numbers."
    >
      <Outlet />
    </AccountCard>
  )
}

/** SPEC §2 lists these on the profile page, but they are all on the security page. */
function SecurityLinks() {
  return (
    <AccountCard title="Account security" lead="Change your password, manage two-factor login or delete your account.">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/portal/security#password" variant="quiet" size="small">
          Change password
        </ButtonLink>
        <ButtonLink to="/portal/security#two-factor" variant="quiet" size="small">
          Manage two-factor login
        </ButtonLink>
        <ButtonLink to="/portal/security#delete-account" variant="quiet" size="small">
          Delete account
        </ButtonLink>
      </div>
    </AccountCard>
  )
}

const personalDetails = ['firstName', 'lastName', 'mobile'] as const

const Body = bodyOf(updateProfile).pick({ firstName: true, lastName: true, mobile: true })

function pick<Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>
}

/** Staff may have no mobile number. An existing number can be changed but not removed. */
function fieldsFor({ mobile }: Profile) {
  const typed = z.string().transform(sanitiseMobileNumber)
  return mobile === ''
    ? Body.extend({
        mobile: typed.transform((value) => value || undefined).pipe(Body.shape.mobile),
      })
    : Body.extend({ mobile: typed.pipe(MobileNumber) })
}

function PersonalDetailsForm({ profile }: { profile: Profile }) {
  const { saved, showSaved } = useSavedMessage()
  const { form, field, errors, isSubmitting, problem, submit } = useEndpointForm(fieldsFor(profile), {
    defaultValues: pick(profile, personalDetails),
    fields: personalDetails,
    // Send only what was changed here, because another tab may have changed other fields.
    send: (values): ReturnType<typeof changeProfile> =>
      changeProfile(
        pick(
          values,
          personalDetails.filter((name) => dirtyFields[name]),
        ),
      ),
    onDone: ({ profile: savedProfile }, message) => {
      form.reset(pick(savedProfile, personalDetails))
      showSaved(message)
    },
  })
  const { dirtyFields } = form.formState

  return (
    <Form onSubmit={submit} aria-label="Personal information" className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <MobileField error={errors.mobile?.message} field={form.register('mobile')} />
      <SaveBar busy={isSubmitting} problem={problem} saved={saved} />
    </Form>
  )
}

/** The guardian's fields have the same names as in the endpoint, so that the server's errors appear next to them. */
const Fields = z.discriminatedUnion('isYoung', [
  z.object({ isYoung: z.literal(true), guardian: Guardian }),
  z.object({ isYoung: z.literal(false), guardian: z.unknown().transform(() => null) }),
]) as z.ZodType<{ guardian: Guardian | null }, FormValues>

type FormValues = { isYoung: boolean; guardian: Guardian }

type GuardianFormProps = {
  profile: Profile
  /** Called because the defaults depend on the member's age. */
  onSaved: (profile: Profile) => void
}

function GuardianForm({ profile, onSaved }: GuardianFormProps) {
  const { saved, showSaved } = useSavedMessage()
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(Fields, {
    defaultValues: toFormValues(profile),
    fields: ['guardian.name', 'guardian.email'],
    refusals: { 'guardian-is-member': 'guardian.email' },
    send: ({ guardian }) => changeProfile({ guardian }),
    onDone: (result, message) => {
      form.reset(toFormValues(result.profile))
      onSaved(result.profile)
      showSaved(message)
    },
  })
  const isYoung = useWatch({ control: form.control, name: 'isYoung' })

  return (
    <Form onSubmit={submit} aria-label="Parent or guardian" className="grid gap-5">
      <CheckboxField label="I’m under 18" {...field('isYoung')} />
      {isYoung ? (
        <div className="grid gap-5">
          <TextField label="Name of your parent or guardian" autoComplete="off" {...field('guardian.name')} />
          <TextField
            label="Their email"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...field('guardian.email')}
          />
        </div>
      ) : null}
      <SaveBar busy={isSubmitting} problem={problem} saved={saved} />
    </Form>
  )
}

function toFormValues({ guardian }: Profile): FormValues {
  return { isYoung: guardian !== null, guardian: guardian ?? { name: '', email: '' } }
}
