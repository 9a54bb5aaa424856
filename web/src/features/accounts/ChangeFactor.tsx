import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { FactorCodeField } from './FactorStep.tsx'
import { reauthenticatedForm } from './factor-forms.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useAuthFlow } from './use-auth-flow.ts'

type ChangeFactorProps = {
  /** Switches the second factor off; otherwise its recovery codes are replaced. */
  end: boolean
  onDone: () => void
  onClose: () => void
}

/** Changes by both password and code: switching the factor off, and replacing its recovery codes. */
export function ChangeFactor({ end, onDone, onClose }: ChangeFactorProps) {
  const { t } = useTranslation(['accounts', 'shared'])
  const form = useCheckedForm(reauthenticatedForm, { password: '', code: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const [codes, setCodes] = useState<readonly string[]>()
  const submit = async (values: { password: string; code: string }) => {
    const flow = end ? 'end-second-factor' : 'renew-recovery-codes'
    const answer = await request(flow, values)
    if (!answer) return
    onDone()
    if (answer.recovery_codes) return setCodes(answer.recovery_codes)
    toastDone(t('factor.ended'))
    onClose()
  }
  const title = end ? t('factor.endTitle') : t('factor.newTitle')
  return (
    <FormDialog
      title={codes ? t('factor.codesTitle') : title}
      unsaved={codes !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {(cancel) =>
        codes ? (
          <RecoveryCodes codes={codes} onKept={onClose} />
        ) : (
          <form
            className={formStyles.form}
            noValidate
            onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
          >
            <p>{end ? t('factor.endText') : t('factor.newText')}</p>
            <AccountFailure error={failure} />
            <OwnPassword data-autofocus {...form.getInputProps('password')} />
            <FactorCodeField {...form.getInputProps('code')} />
            <FormFoot end>
              <Button variant="default" onClick={cancel}>
                {t('shared:cancel')}
              </Button>
              <Button type="submit" loading={busy} {...(end && { color: 'red.8' })}>
                {end ? t('factor.end') : t('factor.make')}
              </Button>
            </FormFoot>
          </form>
        )
      }
    </FormDialog>
  )
}
