import { Anchor, TextInput } from '@mantine/core'
import type { NewSecondFactor } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { AccountFailure } from './AccountFailure.tsx'
import * as styles from './factor.module.css'
import { firstCodeForm, passwordForm } from './factor-forms.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useAuthFlow } from './use-auth-flow.ts'

/** Asks for the password, shows the key, checks its first code, and shows the recovery codes. Only then it is saved. */
export function SetUpFactor({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const [factor, setFactor] = useState<NewSecondFactor>()
  const [codes, setCodes] = useState<readonly string[]>()
  const title = codes ? t('factor.codesTitle') : t('factor.setUpTitle')
  return (
    <FormDialog title={title} unsaved={codes !== undefined} onClose={onClose} closeOnClickOutside={false}>
      {(cancel) => {
        if (codes) return <RecoveryCodes codes={codes} onKept={onClose} />
        if (!factor) return <PasswordStep onCancel={cancel} onBegun={setFactor} />
        return (
          <FirstCode
            factor={factor}
            onCancel={cancel}
            onConfirmed={(recoveryCodes) => {
              setCodes(recoveryCodes)
              onDone()
            }}
          />
        )
      }}
    </FormDialog>
  )
}

type PasswordStepProps = { onCancel: () => void; onBegun: (factor: NewSecondFactor) => void }

function PasswordStep({ onCancel, onBegun }: PasswordStepProps) {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(passwordForm, { password: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const submit = async (values: { password: string }) => {
    const newFactor = await request('begin-second-factor', values)
    if (newFactor) onBegun(newFactor)
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
    >
      <p>{t('factor.setUpText')}</p>
      <AccountFailure error={failure} />
      <OwnPassword data-autofocus {...form.getInputProps('password')} />
      <DialogFoot onCancel={onCancel} saving={busy}>
        {t('factor.continue')}
      </DialogFoot>
    </form>
  )
}

type FirstCodeProps = { factor: NewSecondFactor; onCancel: () => void; onConfirmed: (codes: string[]) => void }

function FirstCode({ factor, onCancel, onConfirmed }: FirstCodeProps) {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(firstCodeForm, { code: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const submit = async (values: { code: string }) => {
    const answer = await request('confirm-second-factor', values)
    if (answer) onConfirmed(answer.recovery_codes)
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
    >
      <p>{t('factor.scan')}</p>
      <div className={styles.factorKey}>
        <QrCode label={t('factor.qr')} {...factor.qr} />
        <dl>
          <dt>{t('factor.key')}</dt>
          <dd>
            <Anchor href={factor.uri} c="inherit" underline="never">
              {(factor.secret.match(/.{1,4}/g) ?? []).join(' ')}
            </Anchor>
          </dd>
        </dl>
      </div>
      <AccountFailure error={failure} />
      <TextInput
        label={t('factor.firstCode')}
        withAsterisk
        data-autofocus
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        {...form.getInputProps('code')}
      />
      <DialogFoot onCancel={onCancel} saving={busy}>
        {t('factor.switchOn')}
      </DialogFoot>
    </form>
  )
}

/** Dark on white even in dark mode, because not every camera reads inverted codes. */
function QrCode({ label, size, path }: NewSecondFactor['qr'] & { label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${size + 8} ${size + 8}`} shapeRendering="crispEdges">
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
